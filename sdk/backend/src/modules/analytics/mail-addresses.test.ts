import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutMail } from './mail-addresses.js'

describe('mail addresses', () => {
  it.each([
    ['ada@example.org', '[mail]'],
    ['from ada@example.org to <bob.b+x@mail.example.co.uk>.', 'from [mail] to <[mail]>.'],
    ['{"mail":"ada@example.org","at":7}', '{"mail":"[mail]","at":7}'],
    ['a@b@c.de', 'a@[mail]'],
    ['a@b.cd@e.fg', '[mail]@e.fg'],
    ['ada@example.org2', '[mail]2'],
    ['ada@example', 'ada@example'],
    ['@example.org', '@example.org'],
    ['ada@.org', 'ada@.org'],
    ['ada@example.o1', 'ada@example.o1'],
    ['ada @example.org', 'ada @example.org'],
    ['', ''],
  ])('[S27] removing mail addresses turns %j into %j', (text, cleaned) => {
    expect(withoutMail(text)).toBe(cleaned)
  })

  it('[S27] no mail address is left in any text', () => {
    const name = fc.stringMatching(/^[a-z0-9.+-]{1,20}$/)
    const host = fc.stringMatching(/^[a-z0-9-]{1,20}\.[a-z]{2,6}$/)
    fc.assert(
      fc.property(fc.string(), name, host, fc.string(), (before, name, host, after) => {
        expect(withoutMail(`${before} ${name}@${host} ${after}`)).not.toContain(`${name}@${host}`)
      }),
    )
  })

  it.each([
    ['no mail sign', 'x'.repeat(1_000_000)],
    ['nothing but mail signs', '@'.repeat(1_000_000)],
    ['names without an end', 'a@'.repeat(500_000)],
    ['dots without an end', `a@${'a.'.repeat(500_000)}`],
    ['hosts that never end in letters', 'a@a.b1'.repeat(160_000)],
  ])('[S27] mail addresses are removed from a megabyte of %s in less than a second', (_, text) => {
    const began = performance.now()
    withoutMail(text)
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})
