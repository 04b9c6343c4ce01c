import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choiceOf, hashOf, isPlainValue } from './address.js'
import { type Choice, defaultChoice, needsNewKernel, orderedSlots } from './choice.js'
import { pluginLines } from './plugins.js'
import { standardOf, variableGroups } from './variables.js'

const networksOf = (id: string) =>
  Object.keys(pluginLines.find(line => line.id === id)?.networks ?? {})
const plugins = fc
  .subarray(pluginLines.map(({ id }) => id))
  .chain(ids =>
    fc.tuple(
      ...ids.map(id =>
        fc
          .shuffledSubarray(networksOf(id), { minLength: Math.min(1, networksOf(id).length) })
          .map(names => [id, names] as const),
      ),
    ),
  )
  .map(entries => Object.fromEntries(entries))
const names = variableGroups.flatMap(({ variables }) =>
  variables.map(({ name }) => `portico-${name}` as const),
)
const choices: fc.Arbitrary<Choice> = fc.record({
  plugins,
  autoConnect: fc.boolean(),
  allowUnsupportedChain: fc.boolean(),
  storage: fc.constantFrom('browser', 'memory'),
  logLevel: fc.constantFrom('error', 'silent'),
  order: fc.dictionary(
    fc.constantFrom(...orderedSlots),
    fc.uniqueArray(fc.stringMatching(/^[\w./-]{1,20}$/), { minLength: 1, maxLength: 5 }),
    {
      noNullPrototype: true,
    },
  ),
  title: fc.string({ maxLength: 60 }),
  mode: fc.constantFrom('dark', 'light', 'auto'),
  variables: fc.dictionary(
    fc.constantFrom(...names),
    fc.constantFrom(
      '#ff6600',
      'oklch(0.7 0.15 255)',
      '12px',
      "'Inter', sans-serif",
      'cubic-bezier(.2, .8, .2, 1)',
    ),
    {
      noNullPrototype: true,
    },
  ),
  language: fc.constantFrom('en', 'de', 'ar', 'pt-BR'),
  placement: fc.constantFrom('over', 'inside'),
})

describe('the address', () => {
  it('the address is empty for the default choice', () => {
    expect(hashOf(defaultChoice())).toBe('')
    expect(choiceOf('')).toEqual({ choice: defaultChoice(), refused: [] })
  })

  it('the address keeps every choice that was written into it', () => {
    fc.assert(
      fc.property(choices, choice => {
        expect(choiceOf(`#${hashOf(choice)}`)).toEqual({ choice, refused: [] })
      }),
    )
  })

  it('the address is readable text', () => {
    const { eip155: _, ...others } = defaultChoice().plugins
    const choice: Choice = {
      ...defaultChoice(),
      plugins: { ...others, bip122: ['bitcoin'] },
      mode: 'light',
      variables: { 'portico-accent': '#ff6600' },
    }
    expect(hashOf(choice)).toBe('eip155=off&bip122=bitcoin&mode=light&portico-accent=%23ff6600')
  })

  it.each([
    ['an unknown field', 'colour=red', 'colour'],
    ['a mode that is none', 'mode=purple', 'mode'],
    ['a field of every object', '__proto__=x', '__proto__'],
    ['a method of every object', 'constructor=x', 'constructor'],
    ['a network that the plugin does not have', 'eip155=mainnet,moon', 'eip155'],
    ['a chain without a network', 'eip155=', 'eip155'],
    ['a chain that is only on', 'eip155=on', 'eip155'],
    ['a variable that is not public', 'portico-secret=red', 'portico-secret'],
    [
      'a variable that asks another server',
      'portico-surface=url(https://evil.example)',
      'portico-surface',
    ],
    ['a variable that leaves its declaration', 'portico-surface=red;}', 'portico-surface'],
    ['a slot that has no order', 'order.wallets=a', 'order.wallets'],
    ['a title without an end', `title=${'x'.repeat(61)}`, 'title'],
    ['a language that is none', 'language=<b>', 'language'],
  ])('the address refuses %s, names the field, and keeps the rest', (_, hash, key) => {
    expect(choiceOf(`${hash}&mode=light`)).toEqual({
      choice: { ...defaultChoice(), mode: 'light' },
      refused: [key],
    })
  })

  it('the address never throws for any text, and gives a choice that can be written again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webQueryParameters()), hash => {
        const { choice } = choiceOf(hash)
        expect(choiceOf(hashOf(choice)).choice).toEqual(choice)
      }),
    )
  })

  it.each(['url(x)', 'image-set("a" 1x)', 'red;', 'a{b', '', 'x'.repeat(301)])(
    'isPlainValue refuses %j',
    value => {
      expect(isPlainValue(value)).toBe(false)
    },
  )
})

describe('the theme variables', () => {
  it('the theme variables are complete without duplicates, each with a plain value in both modes', () => {
    expect(new Set(names).size).toBe(names.length)
    for (const { variables } of variableGroups)
      for (const { name, isDerived } of variables)
        for (const at of [0, 1] as const) {
          expect(standardOf(name, at), name).not.toBe('')
          if (!isDerived) expect(isPlainValue(standardOf(name, at)), name).toBe(true)
        }
  })
})

describe('a new kernel', () => {
  it.each<[string, Partial<Choice>, boolean]>([
    ['a plugin is left out', { plugins: {} }, true],
    [
      'another network is the first',
      { plugins: { ...defaultChoice().plugins, eip155: ['base', 'mainnet'] } },
      true,
    ],
    ['an option of its making changes', { autoConnect: false }, true],
    ['the title changes', { title: 'Hello' }, true],
    ['the mode changes', { mode: 'light' }, false],
    ['an accent is chosen', { variables: { 'portico-accent': '#ff6600' } }, false],
    ['the language changes', { language: 'de' }, false],
    ['the modal moves into the page', { placement: 'inside' }, false],
    ['nothing changes', {}, false],
  ])('a kernel is replaced only when needed, where %s: %j → %s', (_, change, isNeeded) => {
    expect(needsNewKernel(defaultChoice(), { ...defaultChoice(), ...change })).toBe(isNeeded)
  })
})
