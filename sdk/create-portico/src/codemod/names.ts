const react = '@portico/sdk/react'
const eip155 = '@portico/sdk/react/eip155'

/** Where the counterpart of a hook of wagmi is, and its name where that differs. */
export const hooks: Readonly<Record<string, { readonly from: string; readonly name?: string }>> = {
  useAccount: { from: react },
  useConnection: { from: react, name: 'useAccount' },
  useConnections: { from: react },
  useConnect: { from: react },
  useConnectors: { from: react, name: 'useConnect' },
  useChains: { from: react, name: 'useNetwork' },
  useDisconnect: { from: react },
  useSwitchChain: { from: react },
  useChainId: { from: react },
  useSignMessage: { from: react },
  useSignTypedData: { from: react },
  useBalance: { from: react },
  useReadContract: { from: eip155 },
  useWriteContract: { from: eip155 },
  useWaitForTransactionReceipt: { from: eip155 },
  useSendCalls: { from: eip155 },
  useCapabilities: { from: eip155 },
  useWalletClient: { from: eip155 },
}

/** Hooks whose transactions Portico stores and follows: they need the plugin `transactions()`. */
export const sendingHooks = new Set(['useWriteContract', 'useSendTransaction', 'useSendCalls'])
/** Hooks over a requested value. wagmi calls them pending also while nothing is requested. */
export const queryHooks = new Set([
  ...['useBalance', 'useReadContract', 'useWaitForTransactionReceipt', 'useCapabilities'],
  'useWalletClient',
])

/** What hooks return that is called, and rejects where wagmi's does not. */
export const actions = new Set([
  ...['connect', 'disconnect', 'switchChain', 'signMessage', 'signTypedData', 'writeContract'],
  ...['sendCalls'],
])

/** What `mutate` of wagmi 3 is called in the result of each hook over an action. */
export const actionOf: Readonly<Record<string, string>> = {
  useConnect: 'connect',
  useDisconnect: 'disconnect',
  useSwitchChain: 'switchChain',
  useSignMessage: 'signMessage',
  useSignTypedData: 'signTypedData',
  useWriteContract: 'writeContract',
  useSendCalls: 'sendCalls',
}

/** Parts of the result that two of wagmi's hooks return alone. */
export const partHooks: Readonly<Record<string, string>> = {
  useConnectors: 'useConnect().connectors',
  useChains: "useNetwork('eip155').requestedCaipNetworks",
}

/** What RainbowKit exports and Portico has, under which name. */
export const kitExports: Readonly<Record<string, string>> = {
  ConnectButton: 'ConnectButton',
  useConnectModal: 'useModal',
  useAccountModal: 'useModal',
}
/** The function that each hook of the kit for a modal returns. */
export const openers = ['openConnectModal', 'openAccountModal']

/** Flags of wagmi's results, as statuses of ours. */
export const flags: Readonly<Record<string, string>> = {
  isPending: 'pending',
  isLoading: 'pending',
  isSuccess: 'success',
  isError: 'error',
  isConnected: 'connected',
  isDisconnected: 'disconnected',
}

/** Networks that `@portico/plugin-eip155` exports under the name that viem gives them. */
export const networks = new Set([
  ...['abstract', 'apeChain', 'arbitrum', 'avalanche', 'base', 'baseSepolia', 'berachain'],
  ...['blast', 'bsc', 'celo', 'cronos', 'gnosis', 'hyperEvm', 'ink', 'linea', 'mainnet', 'mantle'],
  ...['mode', 'monad', 'optimism', 'plasma', 'polygon', 'ronin', 'scroll', 'sepolia', 'soneium'],
  ...['sonic', 'taiko', 'unichain', 'worldchain', 'zksync', 'zora'],
])

/** What a person has to change after the codemod, by what was found. */
export const advice: Readonly<Record<string, string>> = {
  chain:
    "useAccount() has no `chain`: add const { caipNetwork: chain } = useNetwork('eip155') of @portico/sdk/react.",
  chainId: 'useAccount() has no `chainId`: add const chainId = useChainId() of @portico/sdk/react.',
  connector: 'useAccount() has no `connector`: `connectedWalletInfo` has name and icon.',
  isConnecting: 'Use `phase` of useAccount(): `connecting` and `reconnecting`.',
  connectingStatus:
    '`status` of useAccount() is `connected` or `disconnected`: use `phase`, which has `connecting` and `reconnecting`.',
  isReconnecting: 'Use `phase` of useAccount(): `connecting` and `reconnecting`.',
  useChains:
    'A network of requestedCaipNetworks has `caipNetworkId` in the place of `id`: pass it to switchChain({ network }).',
  chains:
    "useSwitchChain() has no `chains`: add const { requestedCaipNetworks: chains } = useNetwork('eip155') of @portico/sdk/react, and call switchChain({ network: chain }).",
  Custom: 'ConnectButton.Custom is CustomConnectButton, with its own render props.',
  label: 'The child of ConnectButton is its label in every state; `messages` changes that of one.',
  theme: 'Pass the theme to createPortico({ theme }), or a preset of @portico/sdk/presets.',
  modal: 'useModal() returns `isOpen`, `open` and `close`.',
  modalOpen: '`isOpen` of useModal() is true for every view of the modal.',
  useBalance: 'useBalance() returns `amount` and `token`: `value` is `amount`.',
  balanceOptions:
    'useBalance() reads the connected account; `account` and `chainId` are its options, and useTokens() has tokens.',
  formatted: '`formatted` is left out: use formatUnits(amount, token.decimals) of viem.',
  query:
    '`query` is left out of hooks: `enabled` stands beside the other options, without `query`.',
  mutation: 'Hooks over an action take no options: await the action, and catch it.',
  callbacks: 'Actions take one argument: in the place of `onSuccess` and the like, await the call.',
  useConnectionEffect:
    "useConnectionEffect is still wagmi's: useEvents(events, handler) of @portico/sdk/react calls a function on each, such as `disconnectedEvent` of @portico/sdk.",
  useSendTransaction:
    "useSendTransaction is still wagmi's. Import it from @portico/sdk/react, call sendTransaction({ draft: eip155Transaction.draft(`eip155:${chainId}`, { to, value }) }) with useChainId() of @portico/sdk/react and eip155Transaction of @portico/sdk, and read the hash from data?.hash.",
}
