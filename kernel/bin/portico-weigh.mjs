#!/usr/bin/env node
import { weigh } from './weigh.mjs'

const [plugin] = process.argv.slice(2)
if (!plugin || plugin.startsWith('-')) {
  process.stderr.write(
    'Usage: npx portico-weigh <plugin>, a path such as ./src/index.ts or a package.\n',
  )
  process.exit(1)
}
try {
  const { beforeClick, firstUse, files } = await weigh(plugin)
  const kB = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(2)} kB`
  process.stdout.write(`${kB(beforeClick).padStart(10)}  before the click\n`)
  process.stdout.write(`${kB(firstUse).padStart(10)}  at first use\n`)
  for (const { file, gzipBytes } of files)
    process.stdout.write(`${kB(gzipBytes).padStart(10)}    ${file}\n`)
} catch (error) {
  const { code, stack } = /** @type {NodeJS.ErrnoException} */ (error)
  process.stderr.write(
    code === 'MODULE_NOT_FOUND'
      ? 'portico-weigh needs vite, which comes with vitest: npm install --save-dev vitest\n'
      : `${stack ?? error}\n`,
  )
  process.exit(1)
}
