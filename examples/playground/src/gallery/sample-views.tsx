import { Button, List, NetworkIcon, Note, Row, Stack, TextField, useTranslate } from '@portico/ui'
import { useState } from 'react'
import { sampleMessages } from './sample-messages.js'

const holdings = [
  { name: 'Ether', symbol: 'ETH', amount: '1.204', worth: '$3,882.10' },
  { name: 'USD Coin', symbol: 'USDC', amount: '310.50', worth: '$310.50' },
  { name: 'Dai', symbol: 'DAI', amount: '25.47', worth: '$25.47' },
]

/** A tab of the account with rows in it. */
export function Tokens() {
  return (
    <List>
      {holdings.map(({ name, symbol, amount, worth }) => (
        <Row
          key={symbol}
          surface="plain"
          icon={<NetworkIcon name={name} />}
          title={name}
          detail={`${amount} ${symbol}`}
          value={worth}
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
