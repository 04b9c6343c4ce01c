import { posix } from 'node:path'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildGlobalScript, integrityOf, scriptName } from '../scripts/global-script.mjs'
import { readStages } from '../scripts/stages.mjs'

let global: ReadonlyMap<string, string> = new Map()
beforeAll(async () => {
  global = await buildGlobalScript(await readStages())
}, 120_000)

describe('the script of pages without a bundler', () => {
  const script = () => global.get(`global/${scriptName}`) ?? ''
  const others = () =>
    [...global].filter(([file]) => file.endsWith('.js') && file !== `global/${scriptName}`)

  it('makes window.Portico, and loads nothing by itself', () => {
    const page: { Portico?: Record<string, unknown> } = {}
    runInNewContext(script(), {
      ...page,
      document: { currentScript: { src: 'https://app.example/portico/portico.global.js' } },
      AbortController,
      setTimeout,
      get globalThis() {
        return page
      },
    })
    for (const name of ['createPortico', 'attach', 'eip155', 'mainnet', 'directory', 'signMessage'])
      expect(page.Portico?.[name], name).toBeDefined()
  })
  it('[S1] carries the hash of every file that it loads, and its own stands in integrity.json', () => {
    expect(others().length).toBeGreaterThan(3)
    for (const [file, text] of others())
      expect(script(), file).toContain(
        `${JSON.stringify(posix.basename(file))}:["${integrityOf(text)}"`,
      )
    expect(JSON.parse(global.get('global/integrity.json') ?? '')).toEqual({
      [scriptName]: integrityOf(script()),
    })
  })
  it('[S1] loads every file through the function that checks hashes', () => {
    const names = others().map(([file]) => posix.basename(file))
    for (const [file, text] of global) {
      const loaded = [...text.matchAll(/portico_load\("([^"]+)"\)/g)].map(([, name]) => name)
      expect(
        loaded.filter(name => name !== 'boot' && !names.includes(name ?? '')),
        file,
      ).toEqual([])
      // The one in that function, and one in an error message.
      const imports = [
        ...text.matchAll(/\bimport\((?!new URL\(name,portico_url\)|'\.\/text\/de\.js')/g),
      ]
      expect(
        imports.map(({ index }) => text.slice(index, index + 60)),
        file,
      ).toEqual([])
    }
  })
})
