// Copies the script out of the package, and writes its hash into the page.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const sdk = 'node_modules/@portico/sdk/dist'
const hashes = JSON.parse(readFileSync(`${sdk}/integrity.json`, 'utf8'))
mkdirSync('dist', { recursive: true })
copyFileSync(`${sdk}/portico.global.js`, 'dist/portico.global.js')
for (const file of ['page.js', 'sign.js']) copyFileSync(file, `dist/${file}`)
const page = readFileSync('index.html', 'utf8')
writeFileSync('dist/index.html', page.replace('sha384-…', hashes['portico.global.js']))
