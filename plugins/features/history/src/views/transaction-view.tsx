import { type ActivityEntry, displayText, explorerPage, networkOf, openLink, parseLink, textSlice } from '@portico/kernel/contracts'
import { Address, Button, Fact, Facts, Icon, NetworkIcon, Note, Stack, Title, useKernel, useRead, useSlice, useStyles, useText } from '@portico/ui'
import { pastOf } from '../select.js'
import { en } from '../text/en.js'
import { activityStyles } from './activity.styles.js'
import { Moves } from './moves.js'
import { iconOf, verbOf } from './verbs.js'

/** All that is known of one transaction: what it did, between whom, what became of it, and where to look it up. */
export default function TransactionView({ params }: { readonly params: { readonly entry: ActivityEntry } }) {
  useStyles(activityStyles)
  const t = useText(en)
  const kernel = useKernel()
  const language = useSlice(textSlice, state => state.language)
  // What was pending when it was opened may be settled by now.
  const entry = useRead(read => pastOf(read).entries.find(({ id }) => id === params.entry.id)) ?? params.entry
  const { operationType, status, sentFrom, sentTo, minedAt, hash, chain } = entry.metadata
  const network = useRead(read => networkOf(read, chain ?? undefined))
  const link = hash ? parseLink(explorerPage(network, { hash })) : undefined
  const [first] = entry.transfers
  const picture = first?.fungible_info?.icon?.url
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(minedAt))
  return (
    <Stack gap={16}>
      <div className="p-what">
        {picture ? <NetworkIcon name={first?.fungible_info?.symbol ?? ''} src={picture} /> : <Icon name={iconOf(operationType)} size={36} />}
        <Title>{verbOf(t, operationType)}</Title>
        <div className="p-what-moves">
          <Moves entry={entry} most={10} />
        </div>
      </div>
      {status === 'failed' && <Note kind="warn">{t('history.failedDetail')}</Note>}
      <Facts>
        <Fact name={t('history.status')}>
          <span aria-live="polite">{t(status === 'pending' ? 'history.pending' : status === 'failed' ? 'history.failedTag' : 'history.confirmed')}</span>
        </Fact>
        <Fact name={t('history.time')}>{when}</Fact>
        {sentFrom && (
          <Fact name={t('history.sender')}>
            <Address value={sentFrom} full />
          </Fact>
        )}
        {sentTo && (
          <Fact name={t('history.receiver')}>
            <Address value={sentTo} full />
          </Fact>
        )}
        {hash && (
          <Fact name={t('history.hash')} copy={{ value: hash, label: t('history.copy') }}>
            <Address value={hash} />
          </Fact>
        )}
      </Facts>
      {link && (
        <Button variant="soft" icon="external" onClick={() => openLink(link, { report: error => kernel.report(error, 'feature/history') })}>
          {t('history.explorer', { explorer: displayText(network?.explorer?.name) ?? '' })}
        </Button>
      )}
    </Stack>
  )
}
