import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { result } from './results.mjs'
import { root } from './workspaces.mjs'

/**
 * @typedef {{ write?: boolean, text?: string }} Writing `write`: puts the content there; `text`:
 * instead of what the file has, for tests
 */

/**
 * Compares a part of a document with what is generated: what stands between `<!-- marker … -->` and
 * `<!-- /marker -->`.
 *
 * @param {string} file below the root @param {string} marker @param {string} content @param
 * {Writing} [options]
 */
export function generatedPart(
  file,
  marker,
  content,
  { write = false, text = readFileSync(join(root, file), 'utf8') } = {},
) {
  const title = `${file} has the generated part "${marker}" as it is now`
  const place = new RegExp(`(?<=<!-- ${marker}[^\\n]*-->\\n).*?(?=<!-- /${marker} -->)`, 's')
  if (!place.test(text))
    return result(title, false, `it has no place for it: <!-- ${marker} --> … <!-- /${marker} -->`)
  const next = text.replace(place, () => `\n${content}\n\n`)
  if (next === text) return result(title, true)
  if (write) writeFileSync(join(root, file), next)
  return result(title, write, write ? 'written' : 'run npm run pages')
}
