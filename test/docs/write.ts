// npm run docs
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from '../host/options.ts'
import { root } from '../host/paths.ts'
import { generatePage, generatedPages } from './generated.ts'

readOptions({})
for (const page of generatedPages) writeFileSync(join(root, page), await generatePage(page))
