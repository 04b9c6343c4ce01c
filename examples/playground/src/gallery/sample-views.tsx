import { Button, List, Note, Row, Stack, TextField, TokenIcon, useTranslate } from '@portico/ui'
import { useState } from 'react'
import { sampleMessages } from './sample-messages.js'

const holdings = [
  { name: 'Ether', symbol: 'ETH', asset: 'native', amount: '1.204', value: '$3,882.10' },
  {
    name: 'USD Coin',
    symbol: 'USDC',
    asset: 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    amount: '310.50',
    value: '$310.50',
  },
  {
    name: 'Dai',
    symbol: 'DAI',
    asset: 'eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F',
    amount: '25.47',
    value: '$25.47',
  },
] as const

/** A tab of the account with rows in it. */
export function Tokens() {
  return (
    <List>
      {holdings.map(({ name, symbol, asset, amount, value }) => (
        <Row
          key={symbol}
          surface="plain"
          icon={<TokenIcon token={{ asset, symbol, network: 'eip155:1' }} />}
          title={name}
          detail={`${amount} ${symbol}`}
          value={value}
        />
      ))}
    </List>
  )
}

/** A notice of a feature on Account. */
export function Notice() {
  const t = useTranslate()
  return <Note>{t({ id: 'sample.notice', en: sampleMessages['sample.notice'] })}</Note>
}

/** A connect method that is no wallet. */
export function Email() {
  const [address, setAddress] = useState('')
  return (
    <Stack>
      <TextField label="E-mail" value={address} onChange={setAddress} />
      {address && <Button>Continue</Button>}
    </Stack>
  )
}
