import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { definePlugin, type Plugin } from './plugin.js'
import { sortPlugins } from './plugin-order.js'
import { defineService } from './refs.js'

const plugin = (
  id: string,
  needs: readonly string[] = [],
  provides: readonly string[] = [id],
): Plugin =>
  definePlugin({
    id,
    needs: needs.map(name => defineService(name)),
    provides: provides.map(name => defineService(name)),
  })
const order = (plugins: readonly Plugin[]) =>
  sortPlugins(plugins).map(({ plugin, cycle }) => (cycle ? `${plugin.id}: ${cycle}` : plugin.id))

describe('the order of plugins', () => {
  it('The order of plugins is the given one where no plugin needs another', () => {
    expect(order([plugin('c'), plugin('a'), plugin('b')])).toEqual(['c', 'a', 'b'])
  })

  it('The order of plugins puts a provider before the plugins that need it', () => {
    expect(order([plugin('a', ['b']), plugin('b', ['c']), plugin('c'), plugin('d')])).toEqual([
      'c',
      'b',
      'a',
      'd',
    ])
  })

  it('The order of plugins names a cycle, and puts the plugins that need its members after it', () => {
    expect(
      order([plugin('x', ['a']), plugin('a', ['b']), plugin('b', ['a']), plugin('z')]),
    ).toEqual(['a: a → b → a', 'b: a → b → a', 'x', 'z'])
    expect(order([plugin('self', ['self'])])).toEqual(['self: self → self'])
  })

  it('The order of plugins ignores a need that no plugin provides, which the set-up refuses', () => {
    expect(order([plugin('a', ['nothing'])])).toEqual(['a'])
  })

  it('The order of plugins puts the first of two providers before the plugins that need the service', () => {
    expect(
      order([plugin('user', ['s'], []), plugin('one', [], ['s']), plugin('two', [], ['s'])]),
    ).toEqual(['one', 'user', 'two'])
  })

  it('The order of any acyclic list has every plugin once, each after the plugins that it needs', () => {
    const lists = fc
      .array(fc.array(fc.nat(30), { maxLength: 4 }), { maxLength: 30 })
      .chain(needs => {
        // Only needs of lower numbers: acyclic by making.
        const plugins = needs.map((list, i) =>
          plugin(`p${i}`, i ? [...new Set(list.map(n => `p${n % i}`))] : []),
        )
        return fc.shuffledSubarray(plugins, { minLength: plugins.length })
      })
    fc.assert(
      fc.property(lists, plugins => {
        const sorted = sortPlugins(plugins)
        expect(new Set(sorted.map(({ plugin }) => plugin))).toEqual(new Set(plugins))
        expect(sorted).toHaveLength(plugins.length)
        const seen = new Set<string>()
        for (const { plugin, cycle } of sorted) {
          expect(cycle).toBeUndefined()
          for (const { id } of plugin.needs) expect(seen.has(id)).toBe(true)
          seen.add(plugin.id)
        }
      }),
    )
  })
})
