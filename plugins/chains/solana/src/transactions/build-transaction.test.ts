import { expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import { tokenClient } from './build-transaction.js'

interface Derivation {
  readonly owner?: string
  readonly mint?: string
  readonly tokenProgram?: string
  readonly ata?: string
}

it.skipIf(!hasVectors)(
  '[S4.29] the associated token account matches all public vectors',
  async () => {
    const cases = vectors<Derivation>('spl-ata').cases.filter(one => one.ata)
    expect(cases.length).toBeGreaterThan(60)
    for (const { owner = '', mint = '', tokenProgram = '', ata } of cases)
      expect(await (await tokenClient(tokenProgram, mint)).accountOf(owner)).toBe(ata)
  },
)
