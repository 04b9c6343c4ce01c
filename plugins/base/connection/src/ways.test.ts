import type { Connector } from '@portico/kernel/contracts'
import { describe, expect, it } from 'vitest'
import { puppet } from '../test/bench.js'
import { approvedAlong, waysTo } from './ways.js'

const way = (chain: string, approval?: string, id = chain): Connector => puppet(id, { chain, ...(approval && { approval }) })
const shown = (connectors: readonly Connector[], namespace?: string) =>
  waysTo({ connectors }, namespace).map(({ connector, namespaces }) => `${connector}: ${namespaces.join(' ')}`)

describe('the ways to a wallet', () => {
  it.each<[string, readonly Connector[], string | undefined, readonly string[]]>([
    ['one chain is one way', [way('sol')], undefined, ['sol: sol']],
    ['each chain is approved on its own', [way('evm'), way('sol')], undefined, ['evm: evm', 'sol: sol']],
    ['also where the person works in one of them', [way('evm'), way('sol')], 'sol', ['evm: evm', 'sol: sol']],
    ['chains of one approval are one way', [way('sol', 'one'), way('btc', 'one')], undefined, ['sol: sol btc']],
    ['which begins with the chain that the person works in', [way('sol', 'one'), way('btc', 'one')], 'btc', ['btc: sol btc']],
    ['beside those with an approval of their own', [way('evm'), way('sol', 'one'), way('btc', 'one')], undefined, ['evm: evm', 'sol: sol btc']],
    ['two approvals are two ways', [way('evm', 'a'), way('sol', 'b')], undefined, ['evm: evm', 'sol: sol']],
    ['of two connectors of one chain the first is the one to try', [way('evm', undefined, 'new'), way('evm', undefined, 'old')], undefined, ['new: evm']],
    ['an id is no approval', [way('evm', 'sol', 'x'), way('sol', undefined, 'sol')], undefined, ['x: evm', 'sol: sol']],
  ])('%s', (_, connectors, namespace, ways) => {
    expect(shown(connectors, namespace)).toEqual(ways)
  })

  it('what comes along with an approval: one connector for each other chain that carries the same word', () => {
    const [sol, btc, again, dot, evm] = [way('sol', 'one'), way('btc', 'one'), way('btc', 'one', 'again'), way('dot', 'two'), way('evm')]
    const connectors = [sol, btc, again, dot, evm]
    expect(approvedAlong(sol, { connectors })).toEqual([btc])
    expect(approvedAlong(btc, { connectors })).toEqual([sol])
    expect(approvedAlong(dot, { connectors })).toEqual([])
    expect(approvedAlong(evm, { connectors })).toEqual([])
  })
})
