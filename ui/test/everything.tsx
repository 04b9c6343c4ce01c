import { accountActionsSlot } from '@portico/kernel/account'
import type { ReactElement } from 'react'
import * as ui from '../src/index.js'

const nothing = () => undefined
const address = '0x71C21B09a7eB3c9d4aF1D1c9A7e55E9d09ff4b'
const ether = {
  asset: 'native',
  network: 'eip155:1',
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
} as const
const choices = [
  { id: 'a', label: 'A' },
  { id: 'b', label: 'B' },
] as const

/** One of each component of the package, by the name it is exported under. */
export const everything: Readonly<Record<string, ReactElement>> = {
  Address: <ui.Address full value={address} />,
  AmountInput: (
    <ui.AmountInput
      amount={{ text: '1.5', isCut: false, edit: nothing }}
      aria-label="Amount in ETH"
    />
  ),
  Avatar: <ui.Avatar address={address} />,
  Button: (
    <ui.Button busy icon="power">
      Send
    </ui.Button>
  ),
  Caption: <ui.Caption>Quiet</ui.Caption>,
  ConfirmButton: <ui.ConfirmButton>Sign</ui.ConfirmButton>,
  ConnectButton: <ui.ConnectButton />,
  CopyButton: <ui.CopyButton value="x" label="Copy" look="soft" />,
  Fact: <ui.Fact name="Network">Ethereum</ui.Fact>,
  FailedPart: <ui.FailedPart retry={() => undefined} />,
  Facts: (
    <ui.Facts title="What will change">
      <ui.Fact name="Transaction" copy={{ value: address, label: 'Copy' }}>
        <ui.Address value={address} />
      </ui.Fact>
    </ui.Facts>
  ),
  ViewFooter: (
    <ui.ViewFooter>
      <ui.Button>Send</ui.Button>
    </ui.ViewFooter>
  ),
  Icon: <ui.Icon name="close" />,
  IconButton: <ui.IconButton icon="close" label="Close" onClick={nothing} />,
  LazyComponent: (
    <ui.LazyComponent load={async () => ({ default: () => null })} waiting={<ui.Skeleton />} />
  ),
  Link: <ui.Link href="https://example.org">Example</ui.Link>,
  List: (
    <ui.List label="Wallets">
      <ui.Row icon={<ui.WalletIcon name="Fox" />} title="Fox" tag="Installed" onClick={nothing} />
    </ui.List>
  ),
  NetworkButton: <ui.NetworkButton />,
  NetworkIcon: <ui.NetworkIcon name="Tally" />,
  Note: <ui.Note kind="bad">Declined</ui.Note>,
  NoticeRow: <ui.NoticeRow kind="bad" title="Not what you confirmed: 1 ETH" onClick={nothing} />,
  Panes: <ui.Panes beside={async () => ({ default: () => null })}>Wallets</ui.Panes>,
  Pill: <ui.Pill onClick={nothing}>Ether</ui.Pill>,
  LongList: (
    <ui.LongList
      label="Many"
      entries={['one', 'two']}
      rowHeight={56}
      height={200}
      draw={(word, stop) => <button {...stop}>{word}</button>}
    />
  ),
  QrCode: <ui.QrCode qr={undefined} instead="waiting" label="Code" />,
  Receipt: (
    <ui.Receipt
      state="done"
      icon={<ui.WalletIcon name="Fox" size={88} />}
      title="Confirmed"
      detail="The network has it."
      link={{ href: 'https://example.org', label: 'View on Example' }}
    >
      <ui.Fact name="Network">Ethereum</ui.Fact>
    </ui.Receipt>
  ),
  RowContent: <ui.RowContent title="Fox" onClick={nothing} />,
  Row: <ui.Row title="Fox" disabled reason="Gone" onClick={nothing} />,
  SearchField: <ui.SearchField label="Search" value="x" onChange={nothing} />,
  Segmented: <ui.Segmented label="Mode" options={choices} value="a" onChange={nothing} />,
  Skeleton: <ui.Skeleton width={40} height={20} round />,
  SlotOutlet: <ui.SlotOutlet of={accountActionsSlot}>{action => action.id}</ui.SlotOutlet>,
  EmptyAccount: <ui.EmptyAccount />,
  FieldCard: <ui.FieldCard className="test-card">Fox</ui.FieldCard>,
  FramingWarning: <ui.FramingWarning />,
  ClickGuard: (
    <ui.ClickGuard>
      {isReady => (
        <ui.IconButton
          icon="power"
          label="Disconnect Fox"
          aria-disabled={!isReady}
          onClick={nothing}
        />
      )}
    </ui.ClickGuard>
  ),
  HideableAmount: <ui.HideableAmount big>12.50</ui.HideableAmount>,
  Stack: <ui.Stack align="center">x</ui.Stack>,
  Tabs: (
    <ui.Tabs label="Holdings" tabs={choices} value="a" onChange={nothing}>
      Panel
    </ui.Tabs>
  ),
  LabelledField: (
    <ui.LabelledField label="Amount" problem={undefined}>
      {attributes => <input {...attributes} />}
    </ui.LabelledField>
  ),
  TextField: <ui.TextField label="To" value="" onChange={nothing} problem="This is no address." />,
  Title: <ui.Title>Title</ui.Title>,
  TokenAmount: <ui.TokenAmount amount={1_500_000n} decimals={6} symbol="USDC" />,
  TokenBalance: <ui.TokenBalance token={ether} amount={1_500_000n} />,
  TokenIcon: <ui.TokenIcon token={ether} />,
  TokenList: (
    <ui.TokenList
      label="Tokens"
      entries={[
        { heading: 'Yours' },
        { token: ether, amount: 15n * 10n ** 17n, value: '4836.45', tag: 'Unverified' },
        { token: { ...ether, asset: 'eip155:1/erc20:0x1' } },
      ]}
      query=""
      chosen="native"
      onChoose={nothing}
      reservedHeight={100}
    />
  ),
  Waiting: (
    <ui.Waiting state="waiting">
      <ui.WalletIcon name="Fox" size={88} />
    </ui.Waiting>
  ),
  WalletIcon: <ui.WalletIcon name="Fox" src="https://example.org/fox.png" size={56} />,
}
