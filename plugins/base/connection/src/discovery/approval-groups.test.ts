import type { Connector } from '@portico/kernel/connector-kit'
import { describe, expect, it } from 'vitest'
import { puppet } from '../../test/bench.js'
import { approvedTogether } from '../connecting/approved-together.js'
import { groupApprovals } from './approval-groups.js'

const [a, b] = [{}, {}]
const way = (chain: string, approval?: object, id = chain): Connector =>
  puppet(id, { namespace: chain, ...(approval && { approval }) })
const shown = (
  connectors: readonly Connector[],
  namespace?: string,
  connected: readonly string[] = [],
  order: readonly string[] = [],
) =>
  groupApprovals(
    { connectors, namespaces: connectors.map(({ namespace }) => namespace) },
    order,
    namespace,
    ({ id }) => connected.includes(id),
  ).map(({ connector, namespaces }) => `${connector}: ${namespaces.join(' ')}`)

describe('the approvals of a wallet', () => {
  it.each<[string, readonly Connector[], string | undefined, readonly string[]]>([
    ['A wallet with one chain has one approval', [way('sol')], undefined, ['sol: sol']],
    [
      'Chains without a shared approval are approved separately',
      [way('evm'), way('sol')],
      undefined,
      ['evm: evm', 'sol: sol'],
    ],
    [
      'Chains without a shared approval are in the order of the host, also while the person works in the second',
      [way('evm'), way('sol')],
      'sol',
      ['evm: evm', 'sol: sol'],
    ],
    [
      'Chains that share an approval are one group',
      [way('sol', a), way('btc', a)],
      undefined,
      ['sol: sol btc'],
    ],
    [
      'A group requests its approval through the chain that the person works in',
      [way('sol', a), way('btc', a)],
      'btc',
      ['btc: sol btc'],
    ],
    [
      'A group of chains stands beside a chain with an approval of its own',
      [way('evm'), way('sol', a), way('btc', a)],
      undefined,
      ['evm: evm', 'sol: sol btc'],
    ],
    [
      'Two approval objects are two groups',
      [way('evm', a), way('sol', b)],
      undefined,
      ['evm: evm', 'sol: sol'],
    ],
    [
      'Of two connectors of one chain the first is used',
      [way('evm', undefined, 'new'), way('evm', undefined, 'old')],
      undefined,
      ['new: evm'],
    ],
  ])('%s', (_, connectors, namespace, groups) => {
    expect(shown(connectors, namespace)).toEqual(groups)
  })

  it('Connected chains of an approval are a group apart from its other chains', () => {
    expect(shown([way('sol', a), way('btc', a), way('dot', a)], undefined, ['btc'])).toEqual([
      'sol: sol dot',
      'btc: btc',
    ])
    expect(shown([way('sol', a), way('btc', a)], undefined, ['sol', 'btc'])).toEqual([
      'sol: sol btc',
    ])
  })

  it('Approvals are in the order of the host’s chains, and those of a chain that the host does not list come last', () => {
    const order = ['evm', 'sol', 'btc']
    expect(shown([way('dot'), way('btc'), way('sol'), way('evm')], undefined, [], order)).toEqual([
      'evm: evm',
      'sol: sol',
      'btc: btc',
      'dot: dot',
    ])
    expect(shown([way('btc', a), way('sol', a), way('evm')], undefined, [], order)).toEqual([
      'evm: evm',
      'sol: sol btc',
    ])
    expect(
      shown([way('btc', a), way('sol', a)], undefined, [], order),
      'one approval is requested through the first of its chains',
    ).toEqual(['sol: sol btc'])
  })

  it('An approval covers one connector for each other chain with the same approval object', () => {
    const [sol, btc, again, dot, evm] = [
      way('sol', a),
      way('btc', a),
      way('btc', a, 'again'),
      way('dot', b),
      way('evm'),
    ]
    const connectors = [sol, btc, again, dot, evm]
    expect(approvedTogether(sol, { connectors })).toEqual([btc])
    expect(approvedTogether(btc, { connectors })).toEqual([sol])
    expect(approvedTogether(dot, { connectors })).toEqual([])
    expect(approvedTogether(evm, { connectors })).toEqual([])
  })
})
