import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diagnose, root } from '../../test/compile.js'
import { countLines } from './edits.js'
import { loadTypeScript } from './load-typescript.js'
import { migrateFile } from './migrate-file.js'
import { runCodemod } from './run-codemod.js'

const migrate = (app: Readonly<Record<string, string>>) => {
  const done = Object.entries(app).map(
    ([name, before]) => [name, before, migrateFile(ts, name, before)] as const,
  )
  return {
    files: new Map(done.map(([name, , { text }]) => [name, text])),
    notes: done.flatMap(([, , { notes }]) => notes.map(({ sentence }) => sentence)),
    changed: done.reduce((sum, [, before, { text }]) => sum + countLines(before, text).added, 0),
  }
}

/** An app on RainbowKit as its documentation describes one. */
const kitApp = {
  'codemod-wagmi.ts': `import { getDefaultConfig } from '@rainbow-me/rainbowkit'
import { base, mainnet } from 'wagmi/chains'

export const config = getDefaultConfig({
  appName: 'Notes',
  projectId: 'abc',
  chains: [mainnet, base],
  ssr: true,
})

declare module 'wagmi' {
  interface Register {
    config: typeof config
  }
}
`,
  'codemod-app.tsx': `import '@rainbow-me/rainbowkit/styles.css'
import { ConnectButton, RainbowKitProvider, useConnectModal } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useAccount, useSignMessage, WagmiProvider } from 'wagmi'
import { config } from './codemod-wagmi'

const queryClient = new QueryClient()

function Notes() {
  const { address, isConnected } = useAccount()
  const { openConnectModal } = useConnectModal()
  const { signMessage, isPending, data } = useSignMessage()
  if (!isConnected) return <button onClick={openConnectModal}>Connect</button>
  return (
    <section>
      <p>{address}</p>
      <button disabled={isPending} onClick={() => signMessage({ message: 'Hello' })}>
        {isPending ? 'Look at your wallet' : 'Sign'}
      </button>
      <p>{data}</p>
    </section>
  )
}

export const App = () => (
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <RainbowKitProvider>
        <ConnectButton showBalance={false} />
        <Notes />
      </RainbowKitProvider>
    </QueryClientProvider>
  </WagmiProvider>
)
`,
}

/** An app on wagmi with ten hooks. */
const hooksApp = {
  'codemod-hooks-config.ts': `import { createConfig, http } from 'wagmi'
import { fraxtal, mainnet } from 'wagmi/chains'
import { injected, walletConnect } from 'wagmi/connectors'

export const config = createConfig({
  chains: [mainnet, fraxtal],
  connectors: [injected(), walletConnect({ projectId: 'abc' })],
  transports: {
    [mainnet.id]: http('https://node.example'),
    [fraxtal.id]: http(),
  },
})
`,
  'codemod-hooks.tsx': `import type { Abi } from 'viem'
import {
  useAccount,
  useCapabilities,
  useChainId,
  useConnect,
  useDisconnect,
  useReadContract,
  useSignMessage,
  useSwitchChain,
  useWaitForTransactionReceipt,
  useWriteContract,
} from 'wagmi'

const abi = [
  { type: 'function', name: 'count', stateMutability: 'view', inputs: [], outputs: [{ type: 'uint256' }] },
  { type: 'function', name: 'add', stateMutability: 'nonpayable', inputs: [], outputs: [] },
] as const satisfies Abi
const address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

export function Wallets() {
  const account = useAccount()
  const { connectors, connect } = useConnect()
  const { disconnect } = useDisconnect()
  const chainId = useChainId()
  const { switchChain } = useSwitchChain()
  if (account.address)
    return (
      <p>
        {account.address} on {chainId}
        <button onClick={() => switchChain({ chainId: 1 })}>Ethereum</button>
        <button onClick={() => disconnect()}>Disconnect</button>
      </p>
    )
  return connectors.map(connector => (
    <button key={connector.uid} onClick={() => connect({ connector })}>
      {connector.name}
    </button>
  ))
}

export function Counter() {
  const { data: count, refetch } = useReadContract({ abi, address, functionName: 'count' })
  const { data: hash, writeContract, isPending, error } = useWriteContract()
  const { isLoading, isSuccess } = useWaitForTransactionReceipt({ hash })
  const { signMessageAsync } = useSignMessage()
  const { data: capabilities } = useCapabilities()
  const agree = async () => {
    await signMessageAsync({ message: 'I agree' })
    writeContract({ abi, address, functionName: 'add' })
  }
  return (
    <section>
      <p>{String(count)}</p>
      <button disabled={isPending || isLoading} onClick={() => void agree()}>
        Add
      </button>
      <button onClick={() => void refetch()}>Again</button>
      {hash && <p>{hash}</p>}
      {isSuccess && <p>Added</p>}
      {error instanceof Error && <p>{error.message}</p>}
      <p>{Object.keys(capabilities ?? {}).length}</p>
    </section>
  )
}
`,
}

describe('the codemod from wagmi and RainbowKit', () => {
  it('an app on RainbowKit has one provider of Portico afterwards, and no import of either kit', () => {
    const { files, notes, changed } = migrate(kitApp)
    expect([...files.values()].join('')).not.toMatch(/from 'wagmi|rainbow/)
    expect(notes).toEqual([])
    expect(changed).toBe(20)
    expect(files.get('codemod-app.tsx')).toContain(`export const App = () => (
  <PorticoProvider portico={config}>
    <QueryClientProvider client={queryClient}>
        <ConnectButton />
        <Notes />
    </QueryClientProvider>
  </PorticoProvider>
)`)
  })

  it('an app with ten hooks of wagmi has 13 new lines, and 24 with its config', () => {
    const { files, notes, changed } = migrate(hooksApp)
    expect(notes).toEqual([])
    const before = hooksApp['codemod-hooks.tsx']
    expect(countLines(before, files.get('codemod-hooks.tsx') ?? '').added).toBe(13)
    expect(changed).toBe(24)
    expect(files.get('codemod-hooks-config.ts')).toContain(
      "eip155({ networks: [{ ...mainnet, rpcUrls: ['https://node.example'] }, fromChain(fraxtal)] })",
    )
  })

  it('migrated apps compile on Portico as they stand', { tags: ['thorough'] }, () => {
    const { files } = migrate({ ...kitApp, ...hooksApp })
    expect(files.size).toBe(4)
    expect(diagnose(files)).toEqual([])
  })

  it('the codemod leaves what it cannot decide, and notes its line', () => {
    const { text, notes } = migrateFile(
      ts,
      'page.tsx',
      `import { useAccount, useEnsName } from 'wagmi'

export function Name() {
  const { address, chain } = useAccount()
  return useEnsName({ address }).data ?? chain?.name
}
`,
    )
    expect(text).toContain("import { useEnsName } from 'wagmi'\n")
    expect(notes.map(({ line }) => line)).toEqual([4, 1])
    expect(notes[0]?.sentence).toContain("useNetwork('eip155')")
  })

  it('a file without wagmi and RainbowKit stays as it is', () => {
    const text = "import { useAccount } from './account'\nexport const name = () => useAccount()\n"
    expect(migrateFile(ts, 'name.ts', text)).toMatchObject({ text, notes: [], packages: [] })
  })

  it('the codemod gives two hooks of one name in a component two statuses', () => {
    const { text, notes } = migrateFile(
      ts,
      'page.tsx',
      `import { useWriteContract } from 'wagmi'

const mintData = 'taken'
export function Page() {
  const { writeContract: mint, isPending: mints, data: mint1 } = useWriteContract()
  const { writeContract: burn, isPending: burns, isSuccess } = useWriteContract()
  return mints || burns || isSuccess || mint1 || mint(mintData) || burn
}
export function Other() {
  const { isPending, data: mint } = useWriteContract()
  return isPending || mint
}
`,
    )
    expect(notes).toEqual([])
    expect(text).toContain(`export function Page() {
  const { writeContract: mint, status: writeContractStatus, data: mint1Data } = useWriteContract()
  const { writeContract: burn, status: writeContractStatus2 } = useWriteContract()
  return writeContractStatus === 'pending' || writeContractStatus2 === 'pending' || writeContractStatus2 === 'success' || mint1Data?.hash || mint(mintData) || burn
}
export function Other() {
  const { status: writeContractStatus, data: mintData2 } = useWriteContract()
  return writeContractStatus === 'pending' || mintData2?.hash
}`)
  })

  it('the codemod leaves parameters and inner variables of the same name as they are', () => {
    const body = `  const list = pages.map(isPending => isPending.title)
  const named = pages.map(function data({ isPending = 1 }) { return [isPending, data] })
  for (const isPending of pages) use(isPending)
  try { use(0) } catch (isPending) { use(isPending) }
  { const isPending = 2; use({ isPending }) }
  function hoisted() { if (list) { var isPending = 3 } return isPending }
  const type: { isPending: boolean } = { isPending: true }
  use(type.isPending, list, named, hoisted)
`
    const { text } = migrateFile(
      ts,
      'page.tsx',
      `import { useWriteContract } from 'wagmi'
export function Page({ pages, use }) {
  const { isPending, data } = useWriteContract()
${body}  const { shown = isPending } = pages
  return [shown, { isPending }, () => data]
}
export const isPendingToo = (isPending: boolean, data: string) => isPending && data
`,
    )
    expect(text).toContain(body)
    expect(text).toContain("{ shown = writeContractStatus === 'pending' } = pages")
    expect(text).toContain("{ isPending: writeContractStatus === 'pending' }, () => data?.hash]")
    expect(text).toContain('(isPending: boolean, data: string) => isPending && data\n')
  })

  it.each([
    ["import * as wagmi from 'wagmi'", '* as wagmi'],
    ["import wagmi from 'wagmi'", 'wagmi'],
    ["import * as chains from 'wagmi/chains'", '* as chains'],
    ["import type * as kit from '@rainbow-me/rainbowkit'", '* as kit'],
  ])('the codemod keeps %s, with a note', (line, named) => {
    const { text, notes } = migrateFile(ts, 'page.tsx', `${line}\nexport const page = 1\n`)
    expect(text).toBe(`${line}\nexport const page = 1\n`)
    expect(notes.map(note => note.line)).toEqual([1])
    expect(notes[0]?.sentence).toContain(`"${named}" is not moved`)
  })

  it('the codemod keeps what it cannot move of an import that it moves in part', () => {
    const { text, notes } = migrateFile(
      ts,
      'page.tsx',
      "import wagmi, { useAccount, useEnsName } from 'wagmi'\nimport type { Config } from 'wagmi'\n",
    )
    expect(text).toBe(`import { useAccount } from '@portico/sdk/react'
import wagmi, { useEnsName } from 'wagmi'
import type { Config } from 'wagmi'
`)
    expect(notes).toHaveLength(3)
  })

  it('the codemod keeps every part of the hooks for modals, with a note', () => {
    const { text, notes } = migrateFile(
      ts,
      'page.tsx',
      `import { useAccountModal, useConnectModal } from '@rainbow-me/rainbowkit'
export function Page() {
  const { openConnectModal, connectModalOpen } = useConnectModal()
  const { openAccountModal, other } = useAccountModal()
  const modal = useConnectModal()
  return [openConnectModal, connectModalOpen, openAccountModal, other, modal]
}
`,
    )
    expect(text).toContain('{ open: openConnectModal, isOpen: connectModalOpen } = useModal()')
    expect(text).toContain('{ open: openAccountModal, other } = useModal()')
    expect(notes.map(({ line }) => line)).toEqual([3, 4, 5])
  })
})

describe('the command create-portico codemod', () => {
  // Below the packages of this repository, where the codemod finds the compiler.
  let app = ''
  beforeAll(() => {
    app = mkdtempSync(join(root, 'node_modules/.codemod-'))
  })
  afterAll(() => rmSync(app, { recursive: true, force: true }))
  const code = `import { useAccount } from 'wagmi'
export function useAddress() {
  const account = useAccount()
  return account.address
}
`
  const codeIn = (folder: string) => readFileSync(join(folder, 'a.ts'), 'utf8')

  it('the codemod writes no file when one of them cannot be read', () => {
    const folder = join(app, 'broken')
    mkdirSync(folder)
    writeFileSync(join(folder, 'a.ts'), code)
    symlinkSync(join(folder, 'nowhere.ts'), join(folder, 'b.ts'))
    expect(() => runCodemod(['.'], folder, { isDry: false })).toThrow(
      '"b.ts" cannot be read (ENOENT). Nothing was written.',
    )
    expect(codeIn(folder)).toBe(code)
  })

  it('the codemod takes absolute paths, and each file once', () => {
    const folder = join(app, 'whole')
    mkdirSync(folder)
    writeFileSync(join(folder, 'a.ts'), code)
    const printed = runCodemod([folder, 'whole/a.ts'], app, { isDry: false })
    expect(printed).toContain('1 file, 2 lines added, 2 removed, 3 unchanged.')
    expect(codeIn(folder)).toContain("useAccount('eip155')")
    expect(printed.endsWith('Run your formatter.\n')).toBe(true)
  })

  it('the codemod reads an app beside TypeScript 7 with the compiler of its own', () => {
    const folder = join(app, 'seven')
    const seven = join(folder, 'node_modules/typescript')
    mkdirSync(seven, { recursive: true })
    writeFileSync(join(folder, 'a.ts'), code)
    writeFileSync(join(seven, 'package.json'), '{ "name": "typescript", "version": "7.0.2" }')
    writeFileSync(join(seven, 'index.js'), "exports.version = '7.0.2'")
    runCodemod(['a.ts'], folder, { isDry: false })
    expect(codeIn(folder)).toContain("useAccount('eip155')")
    expect(() => loadTypeScript(folder, join(folder, 'package.json'))).toThrow(
      'which is not installed here',
    )
  })
})
