/** An app in the style of wagmi's own guides: ten hooks, one component each, and a config. */
export const guideApp: Readonly<Record<string, string>> = {
  'codemod-guide-config.ts': `import { createConfig, http } from 'wagmi'
import { base, mainnet } from 'wagmi/chains'
import { injected, safe } from 'wagmi/connectors'

export const config = createConfig({
  chains: [mainnet, base],
  connectors: [injected(), safe()],
  transports: {
    [mainnet.id]: http(import.meta.env.VITE_RPC_1),
    [base.id]: http(import.meta.env.VITE_RPC_8453),
  },
})

declare module 'wagmi' {
  interface Register {
    config: typeof config
  }
}
`,
  'codemod-guide-contract.ts': `import { erc20Abi, type Address } from 'viem'

export const contract = { abi: erc20Abi, address: import.meta.env.VITE_TOKEN as Address } as const
`,
  'codemod-guide-main.tsx': `import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'
import { App } from './codemod-guide-app'
import { config } from './codemod-guide-config'

const queryClient = new QueryClient()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
)
`,
  'codemod-guide-app.tsx': `import { useAccount } from 'wagmi'
import { Account } from './codemod-guide-account'
import { ReadContract } from './codemod-guide-read-contract'
import { SendTransaction } from './codemod-guide-send-transaction'
import { SignMessage } from './codemod-guide-sign-message'
import { SwitchChain } from './codemod-guide-switch-chain'
import { WalletOptions } from './codemod-guide-wallet-options'
import { WriteContract } from './codemod-guide-write-contract'

export function App() {
  const { isConnected } = useAccount()
  if (!isConnected) return <WalletOptions />
  return (
    <>
      <Account />
      <SwitchChain />
      <SignMessage />
      <SendTransaction />
      <ReadContract />
      <WriteContract />
    </>
  )
}
`,
  'codemod-guide-wallet-options.tsx': `import { useConnect } from 'wagmi'

export function WalletOptions() {
  const { connectors, connect, error } = useConnect()

  return (
    <div>
      {connectors.map(connector => (
        <button key={connector.uid} onClick={() => connect({ connector })}>
          {connector.name}
        </button>
      ))}
      {error && <div>Error: {error.message}</div>}
    </div>
  )
}
`,
  'codemod-guide-account.tsx': `import { useAccount, useBalance, useDisconnect } from 'wagmi'

export function Account() {
  const { address, chain } = useAccount()
  const { disconnect } = useDisconnect()
  const { data: balance } = useBalance({ address })

  return (
    <div>
      <p id="address">Hello, {address}</p>
      <p id="chain">{chain?.name}</p>
      <p id="balance">{balance && \`\${balance.value} wei\`}</p>
      <button onClick={() => disconnect()}>Disconnect</button>
    </div>
  )
}
`,
  'codemod-guide-switch-chain.tsx': `import { useSwitchChain } from 'wagmi'

export function SwitchChain() {
  const { chains, switchChain, error } = useSwitchChain()

  return (
    <div>
      {chains.map(chain => (
        <button key={chain.id} onClick={() => switchChain({ chainId: chain.id })}>
          Switch to {chain.name}
        </button>
      ))}
      {error && <p>Error: {error.message}</p>}
    </div>
  )
}
`,
  'codemod-guide-sign-message.tsx': `import { useSignMessage } from 'wagmi'

export function SignMessage() {
  const { data, error, isPending, signMessage } = useSignMessage()

  return (
    <div>
      <button disabled={isPending} onClick={() => signMessage({ message: 'Hello' })}>
        Sign
      </button>
      <p id="signature">{data}</p>
      {error && <p>Error: {error.message}</p>}
    </div>
  )
}
`,
  'codemod-guide-send-transaction.tsx': `import { parseEther } from 'viem'
import { useSendTransaction, useWaitForTransactionReceipt } from 'wagmi'

export function SendTransaction() {
  const { data: hash, error, isPending, sendTransaction } = useSendTransaction()
  const { isLoading: isConfirming, isSuccess: isConfirmed } = useWaitForTransactionReceipt({ hash })

  return (
    <div>
      <button
        disabled={isPending}
        onClick={() =>
          sendTransaction({
            to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
            value: parseEther('0.01'),
          })
        }
      >
        {isPending ? 'Confirming...' : 'Send'}
      </button>
      <p id="sent">{hash}</p>
      {isConfirming && <p>Waiting for confirmation...</p>}
      {isConfirmed && <p>Transaction confirmed.</p>}
      {error && <p>Error: {error.message}</p>}
    </div>
  )
}
`,
  'codemod-guide-read-contract.tsx': `import { useReadContract } from 'wagmi'
import { contract } from './codemod-guide-contract'

export function ReadContract() {
  const { data, error, isPending } = useReadContract({
    ...contract,
    functionName: 'balanceOf',
    args: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  })

  if (isPending) return <p>Loading...</p>
  if (error) return <p>Error: {error.message}</p>
  return <p id="tokens">Tokens: {data.toString()}</p>
}
`,
  'codemod-guide-write-contract.tsx': `import { useWaitForTransactionReceipt, useWriteContract } from 'wagmi'
import { contract } from './codemod-guide-contract'

export function WriteContract() {
  const { data: hash, error, isPending, writeContract } = useWriteContract()
  const { isSuccess } = useWaitForTransactionReceipt({ hash })

  return (
    <div>
      <button
        disabled={isPending}
        onClick={() =>
          writeContract({
            ...contract,
            functionName: 'transfer',
            args: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 5n],
          })
        }
      >
        Transfer
      </button>
      <p id="written">{hash}</p>
      {isSuccess && <p>Transfer confirmed.</p>}
      {error && <p>Error: {error.message}</p>}
    </div>
  )
}
`,
}
