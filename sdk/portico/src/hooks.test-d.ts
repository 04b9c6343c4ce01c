/** Promises of the hooks that the compiler keeps. Checked by `tsc`, never run. */
import { useReadContract, useWriteContract } from './react/eip155.js'
import { useAccount, useSignMessage, useSwitchChain } from './react.js'

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never
const same = <A, B>(_: Same<A, B>) => undefined

const abi = [
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'owner', type: 'address' }],
    outputs: [{ type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'mint',
    stateMutability: 'nonpayable',
    inputs: [{ name: 'value', type: 'uint256' }],
    outputs: [],
  },
] as const
const address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

export function Typed() {
  same<ReturnType<typeof useAccount<'eip155'>>['address'], `0x${string}` | undefined>(true)
  same<ReturnType<typeof useAccount>['address'], string | undefined>(true)
  const evm = useAccount('eip155')
  same<typeof evm.address, `0x${string}` | undefined>(true)
  const solana = useAccount('solana')
  same<typeof solana.address, string | undefined>(true)

  const signed = useSignMessage('eip155')
  same<typeof signed.data, `0x${string}` | undefined>(true)
  if (signed.status === 'success') same<typeof signed.data, `0x${string}`>(true)
  // @ts-expect-error A message is required.
  void signed.signMessage({})

  const balance = useReadContract({ abi, address, functionName: 'balanceOf', args: [address] })
  same<typeof balance.data, bigint | undefined>(true)
  // @ts-expect-error A function that changes the contract is not read.
  useReadContract({ abi, address, functionName: 'mint', args: [1n] })

  const { writeContract } = useWriteContract()
  void writeContract({ abi, address, functionName: 'mint', args: [1n] })
  // @ts-expect-error The argument is a bigint.
  void writeContract({ abi, address, functionName: 'mint', args: ['1'] })
  // @ts-expect-error A view function is not written.
  void writeContract({ abi, address, functionName: 'balanceOf', args: [address] })

  // @ts-expect-error A chain id is a number.
  void useSwitchChain().switchChain({ chainId: '8453' })
  return null
}
