// Copies the script out of the package, and writes its hash into the page.
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs'

const from = 'node_modules/@portico/sdk/dist/global'
cpSync(from, 'dist/portico', { recursive: true })
for (const file of ['page.js', 'sign.js']) copyFileSync(file, `dist/${file}`)
const hash = JSON.parse(readFileSync(`${from}/integrity.json`, 'utf8'))['portico.global.js']
writeFileSync('dist/index.html', readFileSync('index.html', 'utf8').replace('sha384-…', hash))
