/** The entities of specification section 3, field by field. Checked by `tsc`, never run. */
import { expectTypeOf, test } from 'vitest'
import type { Account, ReportedAccount } from '../account/account.js'
import type { Connector, ConnectorType } from '../connector-kit/connector.js'
import type { NetworkId } from './caip.js'
import type { Network } from './network.js'

test('[S3.22] a network has id, namespace, caipNetworkId and assets', () => {
  expectTypeOf<Pick<Network, 'id' | 'namespace' | 'caipNetworkId'>>().toEqualTypeOf<{
    readonly id: string
    readonly namespace: string
    readonly caipNetworkId: NetworkId
  }>()
  expectTypeOf<Network>().toHaveProperty('assets')
})

test('[S3.23] a network id has two parts', () => {
  expectTypeOf<'eip155:1'>().toExtend<NetworkId>()
  expectTypeOf<'eip155'>().not.toExtend<NetworkId>()
})

test('[S3.24] a network’s picture is an URL, or an id in a wallet directory', () => {
  expectTypeOf<NonNullable<Network['assets']>>().toEqualTypeOf<{
    readonly imageUrl?: string
    readonly imageId?: string
  }>()
})

test('[S3.25] a connector has id, name, type, namespace, imageUrl, imageId, explorerId, info.rdns and provider', () => {
  expectTypeOf<
    Pick<
      Connector,
      'id' | 'name' | 'type' | 'namespace' | 'imageUrl' | 'imageId' | 'explorerId' | 'provider'
    >
  >().toEqualTypeOf<{
    readonly id: string
    readonly name: string
    readonly type: ConnectorType
    readonly namespace: string
    readonly imageUrl?: string
    readonly imageId?: string
    readonly explorerId?: string
    readonly provider?: unknown
  }>()
  expectTypeOf<Pick<NonNullable<Connector['info']>, 'rdns'>>().toEqualTypeOf<{
    readonly rdns?: string
  }>()
})

test('[S3.26] a connector is of one of five types', () => {
  expectTypeOf<ConnectorType>().toEqualTypeOf<
    'MULTI_CHAIN' | 'AUTH' | 'ANNOUNCED' | 'INJECTED' | 'EXTERNAL'
  >()
})

test('[S3.54] an account has namespace, address, type, publicKey and path', () => {
  expectTypeOf<
    Pick<ReportedAccount, 'namespace' | 'address' | 'publicKey' | 'path'>
  >().toEqualTypeOf<{
    readonly namespace: string
    readonly address: string
    readonly publicKey?: string
    readonly path?: string
  }>()
  expectTypeOf<'eoa' | 'smartAccount' | 'payment' | 'ordinal' | 'stx'>().toExtend<Account['type']>()
})
