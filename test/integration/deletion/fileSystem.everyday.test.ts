import { strict as assert } from 'node:assert'
import { type FileSystemError, Uri, workspace } from 'vscode'
import { parts } from '../extensionParts.ts'
import { useSession } from '../helpers.ts'

describe('Deletion: The file system that records are kept in', () => {
  useSession()
  const folder = () => Uri.joinPath(parts.context.globalStorageUri, 'tried')
  const file = () => Uri.joinPath(folder(), `${Date.now()}.json`)
  const names = async () =>
    (await workspace.fs.readDirectory(folder()).then(undefined, () => [])).map(([name]) => name)

  it('lists a file as soon as it is written, and no more once it is deleted', async () => {
    const uri = file()
    const name = uri.path.split('/').at(-1) ?? ''
    await workspace.fs.writeFile(uri, new TextEncoder().encode('{}'))
    assert.ok((await names()).includes(name))
    await workspace.fs.delete(uri)
    assert.ok(!(await names()).includes(name))
  })

  // Whoever deletes the record tells the end of a deletion.
  it('lets a file be deleted once, and calls it missing then', async () => {
    const uri = file()
    await workspace.fs.writeFile(uri, new TextEncoder().encode('{}'))
    await workspace.fs.delete(uri)
    const error = await workspace.fs.delete(uri).then(
      () => undefined,
      (reason: unknown) => reason as FileSystemError,
    )
    assert.equal(error?.code, 'FileNotFound')
  })
})
