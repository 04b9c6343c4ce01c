/**
 * Builds the recovery file: one HTML file that needs no network, no server and no app.
 *
 * `node scripts/recovery-file.mjs recovery.html` writes it and prints its SHA-256.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const source = new URL('../src/recovery-file/', import.meta.url)
const read = (/** @type {string} */ name) => readFileSync(new URL(name, source), 'utf8')
/** @param {string} text @param {'base64' | 'hex'} form */
const sha256 = (text, form) => createHash('sha256').update(text).digest(form)

/** @returns {Promise<{ readonly html: string, readonly sha256: string }>} */
export async function buildRecoveryFile() {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('recovery-page.ts', source)),
    platform: 'browser',
    resolve: {
      extensionAlias: { '.js': ['.ts', '.js'] },
      conditionNames: ['@portico/source', 'browser', 'import', 'module', 'default'],
    },
    transform: { target: 'es2022' },
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  // A text of the script must not end the script element.
  const script = output[0].code.trim().replaceAll('</', '<\\/')
  const style = read('recovery.css').trim()
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${sha256(script, 'base64')}'`,
    `style-src 'sha256-${sha256(style, 'base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const html = read('recovery.html')
    .replace("default-src 'none'", () => policy)
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script></script>', () => `<script>${script}</script>`)
  return { html, sha256: sha256(html, 'hex') }
}

const [, program, target] = process.argv
if (program === fileURLToPath(import.meta.url) && target) {
  const built = await buildRecoveryFile()
  writeFileSync(target, built.html)
  process.stdout.write(`${built.sha256}  ${target}\n`)
}
