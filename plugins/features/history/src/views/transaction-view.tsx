import type { Read } from '@portico/kernel'
import type { ActivityEntry } from '@portico/kernel/capabilities'
import { explorerPage, networkOf } from '@portico/kernel/chain'
import { displayText, message, textSlice } from '@portico/kernel/text'
import { isEntryOf, outboxEntries, pendingView } from '@portico/kernel/transactions'
import { openLink, parseLink } from '@portico/kernel/wallet'
import {
  Address,
  Button,
  copyTransactionMessage,
  explorerMessage,
  Fact,
  Facts,
  fromMessage,
  managePendingMessage,
  Note,
  Stack,
  Title,
  toMessage,
  useKernel,
  useRead,
  useSlice,
  useStyles,
  useTranslate,
} from '@portico/ui'
import { pastOf } from '../select.js'
import styles from './activity.css?inline'
import { EntryIcon } from './entry-icon.js'
import { Moves } from './moves.js'
import { Sentence } from './sentence.js'
import { usePastValue } from './use-past-value.js'
import { statusMessageOf } from './verbs.js'

/**
 * All that is known of one transaction: what it did, between whom, what became of it, and where to
 * look it up.
 */
export default function TransactionView({
  params,
}: {
  readonly params: { readonly entry: ActivityEntry }
}) {
  useStyles(styles)
  const t = useTranslate()
  const kernel = useKernel()
  const language = useSlice(textSlice, state => state.language)
  const entry = useRead(read => newestOf(read, params.entry))
  const { status, sentFrom, sentTo, minedAt, hash, chain } = entry.metadata
  const network = useRead(read => networkOf(read, chain ?? undefined))
  const pending = useRead(read => pendingOf(read, entry))
  const link = hash ? parseLink(explorerPage(network, { hash })) : undefined
  const value = usePastValue(entry)
  const when = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    numberingSystem: 'latn',
  }).format(new Date(minedAt))
  return (
    <Stack gap={16}>
      <div className="p-what">
        <EntryIcon entry={entry} />
        <Title>
          <Sentence entry={entry} />
        </Title>
        {status !== 'failed' && (
          <>
            <div className="p-what-moves">
              <Moves entry={entry} most={10} />
            </div>
            {/* Has its place before it is known, so that nothing moves. */}
            <div className="p-what-value">
              {value !== undefined &&
                t(message('history.valueThen', 'Value at the time: {value}'), { value })}
            </div>
          </>
        )}
      </div>
      {status === 'failed' && (
        <Note kind="warn">
          {t(
            entry.ending === 'cancelled'
              ? message(
                  'history.cancelledDetail',
                  'You cancelled this transaction. Only the fee of the cancellation was spent.',
                )
              : entry.ending === 'replaced'
                ? message(
                    'history.replacedDetail',
                    'Another transaction of yours took the place of this one.',
                  )
                : message(
                    'history.failedDetail',
                    'This transaction failed. Only its fee was spent.',
                  ),
          )}
        </Note>
      )}
      <Facts>
        <Fact name={t(message('history.status', 'Status'))}>
          <span aria-live="polite">
            {t(statusMessageOf(entry) ?? message('history.confirmed', 'Confirmed'))}
          </span>
        </Fact>
        <Fact name={t(message('history.time', 'Time'))}>{when}</Fact>
        {sentFrom && (
          <Fact name={t(fromMessage)}>
            <Address value={sentFrom} full />
          </Fact>
        )}
        {sentTo && (
          <Fact name={t(toMessage)}>
            <Address value={sentTo} full />
          </Fact>
        )}
        {hash && (
          <Fact
            name={t(message('history.hash', 'Transaction id'))}
            copy={{ value: hash, label: t(copyTransactionMessage) }}
          >
            <Address value={hash} />
          </Fact>
        )}
      </Facts>
      {pending && (
        <Button onClick={() => kernel.views.push(pendingView, pending)}>
          {t(managePendingMessage)}
        </Button>
      )}
      {link && (
        <Button
          variant="soft"
          icon="external"
          onClick={() =>
            openLink(link, { report: error => kernel.report(error, 'feature/history') })
          }
        >
          {t(explorerMessage, { explorer: displayText(network?.explorer?.name) ?? '' })}
        </Button>
      )}
    </Stack>
  )
}

/**
 * What was pending when the view opened may be settled by now, or have another hash because the
 * wallet paid a higher fee.
 */
function newestOf(read: Read, opened: ActivityEntry): ActivityEntry {
  const { id, metadata } = opened
  const { chain, hash = id } = metadata
  const renamed = chain
    ? outboxEntries(read).find(one => isEntryOf(one, { hash, network: chain }))?.hash
    : undefined
  const { withSpam } = pastOf(read)
  return (
    withSpam.find(one => one.id === id && one.metadata.chain === chain) ??
    withSpam.find(({ metadata }) => renamed !== undefined && metadata.hash === renamed) ??
    opened
  )
}
/**
 * Returns the pending entry; undefined when the transactions plugin does not follow it, so that it
 * cannot be replaced here.
 */
function pendingOf(read: Read, { id, metadata }: ActivityEntry) {
  const { chain, hash = id, status } = metadata
  if (status !== 'pending' || !chain) return undefined
  const found = outboxEntries(read).find(one => isEntryOf(one, { hash, network: chain }))
  const isOpen = found?.status === 'pending' || found?.status === 'unknown'
  return found && isOpen ? { hash: found.hash, network: found.network } : undefined
}
