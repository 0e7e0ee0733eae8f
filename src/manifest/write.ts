// Run by `npm run manifest`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatePackageJson } from './packageJson.ts'

const file = join(import.meta.dirname, '../../package.json')
writeFileSync(file, generatePackageJson(readFileSync(file, 'utf8')))
