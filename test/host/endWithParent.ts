// Loaded first by the server of the test host, and by those of its children that inherit its
// options. A run that is killed outright cannot end what it started; these notice by themselves.
const parent = process.ppid

setInterval(() => {
  try {
    process.kill(parent, 0) // throws once the parent is gone
    if (process.ppid === parent) return
  } catch {
    // Fall through.
  }
  process.exit()
}, 1000).unref()
