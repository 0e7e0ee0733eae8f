// Loaded first, by `--import`, into programs that this project starts; and so into those of their
// children that inherit their options.
import { endWithParents } from './parents.ts'

endWithParents()
