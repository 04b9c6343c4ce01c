import { connectMethodsSlot } from '@portico/kernel/connect-page'
import { activeNetwork, sessionSlice } from '@portico/kernel/session'
import { shellService, themeService, themeSlice } from '@portico/kernel/shell'
import { tally, tallyNetwork } from '@portico/kernel/testing'
import { message, textService, textSlice, translate } from '@portico/kernel/text'
import { eip155, mainnet } from '@portico/plugin-eip155'
import { afterEach, describe, expect, it } from 'vitest'
import { createPortico, memoryStorage, type Portico, type PorticoOptions } from '../src/index.js'

const made: Portico[] = []
const reported: unknown[] = []
function open(options: Partial<PorticoOptions>): Portico {
  const portico = createPortico({
    plugins: [],
    storage: memoryStorage(),
    onError: error => void reported.push(error),
    ...options,
  })
  made.push(portico)
  return portico
}
afterEach(() => {
  for (const portico of made.splice(0)) portico.dispose()
  reported.length = 0
})

// As a host has them that reads its options from outside: `JSON.parse` makes `__proto__` a key like
// any other.
const parsed = (json: string): never => JSON.parse(json) as never
const poisons = [
  '"__proto__":{"polluted":"yes"}',
  '"constructor":{"prototype":{"polluted":"yes"}}',
  '"prototype":{"polluted":"yes"}',
  '"__proto__":"yes"',
  '"__proto__":null',
]

const places: readonly (readonly [
  place: string,
  options: (poison: string) => Partial<PorticoOptions>,
])[] = [
  ['messages', poison => ({ messages: parsed(`{${poison},"connection.title.connect":"Go"}`) })],
  [
    'one of the messages',
    poison => ({ messages: parsed(`{"connection.title.connect":{${poison}}}`) }),
  ],
  ['order', poison => ({ order: parsed(`{${poison},"connectMethods":["wallet"]}`) })],
  ['one of the orders', poison => ({ order: parsed(`{"connectMethods":{${poison}}}`) })],
  ['theme', poison => ({ theme: parsed(`{${poison},"mode":"light"}`) })],
  [
    'theme.variables',
    poison => ({
      theme: { mode: 'light', variables: parsed(`{${poison},"portico-accent":"#f60"}`) },
    }),
  ],
  [
    'one of the variables',
    poison => ({ theme: { variables: parsed(`{"portico-accent":{${poison}}}`) } }),
  ],
  [
    'a network',
    poison => ({
      plugins: [eip155({ networks: [{ ...mainnet, ...(parsed(`{${poison}}`) as object) }] })],
    }),
  ],
  [
    'a network as it was read',
    poison => ({
      plugins: [eip155({ networks: [parsed(`{${poison},${JSON.stringify(mainnet).slice(1)}`)] })],
    }),
  ],
  [
    'a part of a network',
    poison => ({
      plugins: [eip155({ networks: [{ ...mainnet, nativeCurrency: parsed(`{${poison}}`) }] })],
    }),
  ],
  ['all networks', poison => ({ plugins: [eip155({ networks: parsed(`{${poison}}`) })] })],
  [
    'a network of a chain that reads nothing',
    poison => ({
      plugins: [
        tally({ networks: [parsed(`{${poison},${JSON.stringify(tallyNetwork()).slice(1)}`)] }),
      ],
    }),
  ],
  ['the options themselves', poison => parsed(`{${poison},"language":"de"}`)],
  ['the language', poison => ({ language: parsed(`{${poison}}`) })],
]
const table = places.flatMap(([place, options]) =>
  poisons.map(poison => [poison, place, options(poison)] as const),
)

describe('polluted options', () => {
  it.each(table)(
    '[S3] %s in %s changes no prototype, and throws nothing',
    async (_, __, options) => {
      const portico = open(options)
      await portico.start()
      const { kernel } = portico
      // These read the options later.
      for (const id of ['connection.title.nowhere', 'toString', 'polluted'])
        expect(translate(kernel, message(id, 'In English'))).toBe('In English')
      await kernel.use(textService).setLanguage('de')
      kernel.use(themeService).setVariables({ 'portico-radius': '4px' })
      kernel.items(connectMethodsSlot)
      kernel.use(shellService).open()
      kernel.use(shellService).close()
      for (const state of [
        kernel.state(textSlice),
        kernel.state(themeSlice),
        kernel.state(sessionSlice),
        activeNetwork(kernel),
      ])
        expect((state as { polluted?: unknown } | undefined)?.polluted).toBeUndefined()

      for (const value of [{}, [], () => undefined, '', 0])
        expect((value as { polluted?: unknown }).polluted).toBeUndefined()
      expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted')
      // Each reported error has a code, so it is no accidental TypeError.
      for (const error of reported)
        expect(error).toMatchObject({ code: expect.stringMatching(/./) })
    },
  )
  it('[S3] polluted options do not change the valid messages and colours beside them', () => {
    const { kernel } = open({
      messages: parsed(`{${poisons[0]},"connection.title.connect":"Go"}`),
      theme: { variables: parsed(`{${poisons[0]},"portico-accent":"#f60"}`) },
    })
    expect(translate(kernel, message('connection.title.connect', 'Connect wallet'))).toBe('Go')
    expect(translate(kernel, message('polluted', 'In English'))).toBe('In English')
    expect(kernel.state(themeSlice).variables['portico-accent']).toBe('#f60')
  })
})
