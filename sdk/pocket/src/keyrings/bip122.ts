import {
  type BitcoinNetworkName,
  bitcoinAccount,
  signBip322,
  signLegacy,
  signPsbt,
} from '@portico/mock-wallets'
import { base64, hex } from '@scure/base'
import { NETWORK, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { PocketRefusal } from '../errors.js'
import {
  type ChainId,
  fields,
  type Hex,
  type Keyring,
  type KeyringRequest,
  referenceOf,
} from './keyring.js'

export interface BitcoinKeyringOptions {
  readonly keys: readonly Hex[]
  /** The Esplora endpoint of each chain, or nothing where none is known. */
  readonly chains: Readonly<Record<ChainId, string>>
}

/** Networks by the first 32 digits of their first block. */
const networks: Readonly<Record<string, BitcoinNetworkName>> = {
  '000000000019d6689c085ae165831e93': 'Mainnet',
  '000000000933ea01ad0ee984209779ba': 'Testnet',
  '00000008819873e925422c1ff0f99f7c': 'Signet',
  '0f9188f13cb7b2c71f2a335e3a4fc328': 'Regtest',
}

/** The fee of a transfer, in satoshi. */
const fee = 1_000n

interface Coin {
  readonly txid: string
  readonly vout: number
  readonly value: number
}

/** Bitcoin. Each account is a P2WPKH address, and has a taproot one beside it for collectibles. */
export function bitcoinKeyring({ keys, chains }: BitcoinKeyringOptions): Keyring {
  const networkOf = (chain: ChainId): BitcoinNetworkName => {
    const network = networks[referenceOf(chain)]
    if (!network) throw new PocketRefusal(5100, `Unsupported chain ${chain}`)
    return network
  }
  const payments = (chain: ChainId) =>
    keys.map(key => bitcoinAccount(key, 'p2wpkh', networkOf(chain)))
  const all = (chain: ChainId) =>
    keys.map(key =>
      (['p2wpkh', 'p2tr'] as const).map(kind => bitcoinAccount(key, kind, networkOf(chain))),
    )
  const own = (chain: ChainId, address: unknown) => {
    const index = all(chain).findIndex(accounts =>
      accounts.some(account => account.address === address),
    )
    const accounts = all(chain)[index]
    const account = accounts?.find(one => one.address === address)
    if (!accounts || !account)
      throw new PocketRefusal(4100, 'This wallet does not have the account.')
    return { accounts, account, index }
  }
  const addressesBeside = (chain: ChainId, address: unknown) => {
    const { accounts, index } = own(chain, address)
    const coin = networkOf(chain) === 'Mainnet' ? 0 : 1
    return accounts.map(one => ({
      address: one.address,
      publicKey: one.publicKey,
      path: `m/${one.kind === 'p2tr' ? 86 : 84}'/${coin}'/${index}'/0/0`,
      intention: one.kind === 'p2tr' ? 'ordinal' : 'payment',
    }))
  }

  const esplora = async (chain: ChainId, path: string, init?: RequestInit): Promise<string> => {
    const url = chains[chain]
    if (!url) throw new PocketRefusal(-32000, `The wallet knows no node of ${chain}.`)
    const response = await fetch(`${url}${path}`, init)
    const text = await response.text()
    if (!response.ok) throw new PocketRefusal(-32000, `The node refused: ${text}`)
    return text
  }
  const broadcast = (chain: ChainId, transaction: Transaction) =>
    esplora(chain, '/tx', { method: 'POST', body: transaction.hex })

  const transfer = async (chain: ChainId, params: Readonly<Record<string, unknown>>) => {
    const { account } = own(chain, params.account)
    const amount = satoshi(params.amount)
    const network = networkOf(chain)
    const format =
      network === 'Mainnet'
        ? NETWORK
        : { ...TEST_NETWORK, ...(network === 'Regtest' && { bech32: 'bcrt' }) }
    const transaction = new Transaction()
    let collected = 0n
    for (const { txid, vout, value } of JSON.parse(
      await esplora(chain, `/address/${account.address}/utxo`),
    ) as readonly Coin[]) {
      if (collected >= amount + fee) break
      transaction.addInput({
        txid,
        index: vout,
        witnessUtxo: { script: account.script, amount: BigInt(value) },
      })
      collected += BigInt(value)
    }
    if (collected < amount + fee)
      throw new PocketRefusal(-32000, 'There is not enough bitcoin on the account.')
    transaction.addOutputAddress(String(params.recipientAddress), amount, format)
    if (collected > amount + fee)
      transaction.addOutputAddress(
        String(params.changeAddress ?? account.address),
        collected - amount - fee,
        format,
      )
    transaction.sign(account.secret)
    transaction.finalize()
    return { txid: await broadcast(chain, transaction) }
  }

  return {
    namespace: 'bip122',
    methods: ['signMessage', 'signPsbt', 'getAccountAddresses', 'sendTransfer'],
    events: ['bip122_addressesChanged', 'accountsChanged', 'chainChanged'],
    silent: ['getAccountAddresses'],
    ready: Promise.resolve(),
    addresses: chain => payments(chain).map(({ address }) => address),
    async run({ method, params, chain }: KeyringRequest) {
      const requested = fields(params)
      if (method === 'signMessage') {
        const { account } = own(chain, requested.address ?? requested.account)
        const sign = requested.protocol === 'bip322' ? signBip322 : signLegacy
        return {
          address: account.address,
          signature: hex.encode(base64.decode(sign(String(requested.message), account))),
        }
      }
      if (method === 'getAccountAddresses') return addressesBeside(chain, requested.account)
      if (method === 'sendTransfer') return transfer(chain, requested)
      if (method !== 'signPsbt') throw new PocketRefusal(5101, `Unsupported method ${method}`)
      const inputs = (Array.isArray(requested.signInputs) ? requested.signInputs : []).map(input =>
        Number(fields(input).index),
      )
      const finalize = requested.broadcast === true
      const signed = signPsbt(
        {
          psbt: base64.decode(String(requested.psbt)),
          finalize,
          ...(inputs.length > 0 && { inputs }),
        },
        all(chain).flat(),
      )
      const psbt = base64.encode(signed)
      return finalize
        ? {
            psbt,
            txid: await broadcast(
              chain,
              Transaction.fromPSBT(signed, { allowUnknownOutputs: true }),
            ),
          }
        : { psbt }
    },
    properties: (chain, accounts) => ({
      bip122_getAccountAddresses: JSON.stringify(
        accounts.flatMap(address => addressesBeside(chain, address)),
      ),
    }),
  }
}

function satoshi(amount: unknown): bigint {
  if (typeof amount !== 'string' || !/^[1-9]\d*$/.test(amount))
    throw new PocketRefusal(-32602, 'Expected an amount in satoshi.')
  return BigInt(amount)
}
