// @vitest-environment happy-dom

import { definePlugin } from '@portico/kernel'
import type { ActivityEntry } from '@portico/kernel/capabilities'
import { textSlice } from '@portico/kernel/text'
import { expect, it } from 'vitest'
import { kernelWith, render } from '../../../../../ui/test/render.js'
import { Moves } from './moves.js'

const german = definePlugin({
  id: 'test/german',
  owns: [textSlice],
  setup: context =>
    context.update(textSlice, state => void Object.assign(state, { language: 'de' })),
})
const entry = (numeric: string): ActivityEntry => ({
  id: '1',
  metadata: {
    minedAt: '2026-01-01T00:00:00Z',
    chain: 'tally:main',
    operationType: 'send',
    status: 'confirmed',
    sentFrom: 't_ada',
    sentTo: 't_bob',
  },
  transfers: [{ direction: 'out', quantity: { numeric }, fungible_info: { symbol: 'ETH' } }],
})

it.each([
  ['1234.000999', '−1.234 ETH', '1234,000999'],
  ['0.0012349', '−0,001234 ETH', '0,0012349'],
  ['0.000000000000000056', '−<0,00000001 ETH', '0,000000000000000056'],
  [`0.${'0'.repeat(20)}1`, '−<0,00000001 ETH', '<0,00000000000000000001'],
])(
  '[S9.39] the moved amount %s is floored to 3 decimals, or 4 significant digits below one; its title is exact',
  async (numeric, shown, title) => {
    const page = await render(kernelWith(german).kernel, <Moves entry={entry(numeric)} />)
    expect([page.textContent, page.querySelector('bdi')?.title]).toEqual([shown, title])
  },
)
