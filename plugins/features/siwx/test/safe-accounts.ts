/** Safe accounts on a real node: the contracts of `@safe-global/safe-smart-account`, as its authors compiled them. */
import { createRequire } from 'node:module'
import { devAccounts } from '@portico/devnet'
import { type Abi, createWalletClient, encodeFunctionData, type Hex, hashMessage, http, parseEventLogs, publicActions, zeroAddress } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

interface Artifact {
  readonly abi: Abi
  readonly bytecode: Hex
}
const read = createRequire(import.meta.url)
const artifact = (path: string): Artifact => read(`@safe-global/safe-smart-account/build/artifacts/contracts/${path}.json`)

export interface SafeAccount {
  readonly address: Hex
  readonly chainId: number
}
/** Deploys Safe, its proxy factory and its fallback handler at this node. Answers how to make an account of these owners, each of whom has to sign. */
export async function safeAccounts(url: string): Promise<(owners: readonly PrivateKeyAccount[]) => Promise<SafeAccount>> {
  const wallet = createWalletClient({ account: privateKeyToAccount(devAccounts[7].privateKey), transport: http(url) }).extend(publicActions)
  const mined = (hash: Hex) => wallet.waitForTransactionReceipt({ hash, pollingInterval: 50 })
  const deploy = async ({ abi, bytecode }: Artifact): Promise<Hex> => {
    const { contractAddress } = await mined(await wallet.deployContract({ abi, bytecode, chain: null }))
    if (!contractAddress) throw new TypeError('A contract of Safe was not deployed.')
    return contractAddress
  }
  const [safe, factory] = [artifact('Safe.sol/Safe'), artifact('proxies/SafeProxyFactory.sol/SafeProxyFactory')]
  const singleton = await deploy(safe)
  const factoryAddress = await deploy(factory)
  const handler = await deploy(artifact('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler'))
  let nonce = 0n
  return async owners => {
    const addresses = owners.map(({ address }) => address)
    const setup = encodeFunctionData({
      abi: safe.abi,
      functionName: 'setup',
      args: [addresses, BigInt(owners.length), zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress],
    })
    const call = { address: factoryAddress, abi: factory.abi, functionName: 'createProxyWithNonce', args: [singleton, setup, nonce++], chain: null } as const
    const { logs } = await mined(await wallet.writeContract(call))
    const [made] = parseEventLogs({ abi: factory.abi, eventName: 'ProxyCreation', logs }) as readonly { readonly args?: { readonly proxy?: Hex } }[]
    if (!made?.args?.proxy) throw new TypeError('The factory made no Safe.')
    return { address: made.args.proxy, chainId: await wallet.getChainId() }
  }
}

/** What these signers sign for a Safe: the EIP-712 hash of its own message, sorted by address as the contract wants it. */
export async function signForSafe(
  { address, chainId }: SafeAccount,
  text: string | { readonly raw: Hex },
  signers: readonly PrivateKeyAccount[],
): Promise<Hex> {
  const sorted = [...signers].sort((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1))
  const signatures = await Promise.all(
    sorted.map(signer =>
      signer.signTypedData({
        domain: { chainId, verifyingContract: address },
        types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
        primaryType: 'SafeMessage',
        message: { message: hashMessage(text) },
      }),
    ),
  )
  return `0x${signatures.map(signature => signature.slice(2)).join('')}`
}
