/** Types of contract calls, in viem's words. */
import type {
  Abi,
  Account,
  Address,
  Chain,
  ContractFunctionArgs,
  ContractFunctionName,
  Transport,
  WalletClient,
} from 'viem'

/** A call that changes a contract, as viem's `writeContract` takes it. */
export type ContractWrite<
  ContractAbi extends Abi | readonly unknown[] = Abi,
  Name extends ContractFunctionName<ContractAbi, 'nonpayable' | 'payable'> = ContractFunctionName<
    ContractAbi,
    'nonpayable' | 'payable'
  >,
  Args extends ContractFunctionArgs<
    ContractAbi,
    'nonpayable' | 'payable',
    Name
  > = ContractFunctionArgs<ContractAbi, 'nonpayable' | 'payable', Name>,
> = {
  readonly abi: ContractAbi
  readonly address: Address
  readonly functionName: Name
  /** In wei, for a payable function. */
  readonly value?: bigint
  /** The most gas. Default: the wallet estimates it. */
  readonly gas?: bigint
} & (readonly [] extends Args ? { readonly args?: Args } : { readonly args: Args })

/** A viem wallet client with the account and the network of a wallet session. */
export type ConnectedClient = WalletClient<Transport, Chain, Account>
