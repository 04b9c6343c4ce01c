import { type ActivityEntry, addressesCapability } from '@portico/kernel/capabilities'
import { networkOf } from '@portico/kernel/chain'
import { activeNetwork } from '@portico/kernel/session'
import { displayText, message, textSlice } from '@portico/kernel/text'
import {
  Button,
  Caption,
  hiddenAmount,
  LongList,
  Note,
  RowContent,
  retryMessage,
  Skeleton,
  type TabStop,
  useCapability,
  useHidesAmounts,
  useKernel,
  usePages,
  useRead,
  useService,
  useSlice,
  useStyles,
  useTranslate,
} from '@portico/ui'
import { useCallback, useMemo, useState } from 'react'
import { activityMessage, historyService, transactionView } from '../refs.js'
import { isSpam, type Row, rowsOf } from '../rules.js'
import { pastOf, subjectOf } from '../select.js'
import styles from './activity.css?inline'
import { EntryIcon } from './entry-icon.js'
import { Moves } from './moves.js'
import { sentenceOf } from './sentences.js'
import { failedMessage, pendingMessage, spamMessage } from './verbs.js'

/** Pixels. */
const rowHeight = 60
const mostHeight = rowHeight * 6 - 12
const isMonth = (row: Row) => row.kind === 'month'

/** What the account did, by month, what is still under way on top. */
export default function ActivityTab() {
  useStyles(styles)
  const t = useTranslate()
  const subject = useRead(subjectOf)
  const { again, more } = usePages({
    ...useService(historyService),
    plugin: 'feature/history',
    key: subject?.key,
  })
  const kernel = useKernel()
  const { phase, entries: shown, withSpam, empty, loading } = useRead(pastOf)
  // By account and network: another account hides its spam again.
  const [spamOf, setSpamOf] = useState<string>()
  const showsSpam = spamOf !== undefined && spamOf === subject?.key
  const entries = showsSpam ? withSpam : shown
  const spam = withSpam.length - shown.length
  const network = useRead(read => displayText(networkOf(read, activeNetwork(read))?.name) ?? '')
  const rows = useMemo(() => rowsOf(entries), [entries])
  if (!entries.length && (phase === 'asking' || loading))
    return (
      <div aria-busy="true">
        <Skeleton rows={3} />
        <span className="p-hidden">{t(message('history.loading', 'Loading activity'))}</span>
      </div>
    )
  return (
    <div className="p-activity">
      {phase === 'none' && !empty && (
        <Caption>
          {t(
            message(
              'history.ownOnly',
              'This network offers no list of transactions. You see what was sent from this page.',
            ),
          )}
        </Caption>
      )}
      {phase === 'unavailable' && (
        <>
          <Note kind="warn">
            {t(
              message(
                'history.failed',
                'The activity cannot be loaded right now. Nothing was lost.',
              ),
            )}
          </Note>
          <Button variant="soft" onClick={again}>
            {t(retryMessage)}
          </Button>
        </>
      )}
      {empty && !entries.length && (
        <div className="p-activity-lone">
          {t(
            phase === 'none'
              ? message('history.none', 'Activity on {network} cannot be listed here.')
              : message('history.empty', 'No activity on {network} yet'),
            { network },
          )}
          <Caption>
            {t(
              phase === 'none'
                ? message(
                    'history.noneDetail',
                    'This network offers no list of transactions. What you send from this page appears here.',
                  )
                : message('history.emptyDetail', 'What you send and receive appears here.'),
            )}
          </Caption>
        </div>
      )}
      {entries.length > 0 && (
        <Entries
          rows={rows}
          query={subject?.key ?? ''}
          onEnd={phase === 'unavailable' ? undefined : more}
        />
      )}
      {spam > 0 && (
        <Button variant="plain" onClick={() => setSpamOf(showsSpam ? undefined : subject?.key)}>
          {showsSpam
            ? t(message('history.hideSpam', 'Hide spam'))
            : t(message('history.showSpam', 'Show spam ({count})'), { count: `${spam}` })}
        </Button>
      )}
      {entries.length > 0 && (
        <Button
          variant="plain"
          onClick={() =>
            void import('../csv.js')
              .then(code => code.downloadCsv(entries))
              .catch(error => kernel.report(error, 'feature/history'))
          }
        >
          {t(message('history.export', 'Export as CSV'))}
        </Button>
      )}
    </div>
  )
}

function Entries({
  rows,
  query,
  onEnd,
}: {
  readonly rows: readonly Row[]
  readonly query: string
  readonly onEnd: (() => void) | undefined
}) {
  const t = useTranslate()
  const language = useSlice(textSlice, state => state.language)
  const months = useMemo(
    () =>
      new Intl.DateTimeFormat(language, {
        month: 'long',
        year: 'numeric',
        numberingSystem: 'latn',
      }),
    [language],
  )
  const draw = useCallback(
    (row: Row, tabStop: TabStop) =>
      row.kind === 'month' ? (
        <h3 className="p-activity-month">{months.format(new Date(row.year, row.month, 1))}</h3>
      ) : (
        <Entry entry={row.entry} tabStop={tabStop} />
      ),
    [months],
  )
  return (
    <LongList
      label={t(activityMessage)}
      entries={rows}
      query={query}
      draw={draw}
      rowHeight={rowHeight}
      height={Math.min(mostHeight, rows.length * rowHeight)}
      reservedHeight={120}
      isHeading={isMonth}
      {...(onEnd && { onEnd })}
    />
  )
}

function Entry({ entry, tabStop }: { readonly entry: ActivityEntry; readonly tabStop: TabStop }) {
  const t = useTranslate()
  const { views } = useKernel()
  const language = useSlice(textSlice, state => state.language)
  const { metadata } = entry
  const hidden = useHidesAmounts() ? hiddenAmount : undefined
  const shorten = useCapability(addressesCapability, metadata.chain ?? undefined)?.shorten
  const tag =
    metadata.status === 'pending'
      ? t(pendingMessage)
      : metadata.status === 'failed'
        ? t(failedMessage)
        : isSpam(entry)
          ? t(spamMessage)
          : undefined
  return (
    <RowContent
      surface="plain"
      tabStop={tabStop}
      icon={<EntryIcon entry={entry} />}
      title={sentenceOf(entry, { t, language, shorten, hidden })}
      // Here it is never cut: what failed must not read like what did not.
      detail={
        <span className="p-activity-facts">
          <span>
            {tag && `${tag} · `}
            {day(language, metadata.minedAt)}
          </span>
          <span className="p-moves">
            <Moves entry={entry} />
          </span>
        </span>
      }
      onClick={() => views.push(transactionView, { entry })}
    />
  )
}
const day = (language: string, at: string) =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', numberingSystem: 'latn' })
    .format(new Date(at))
    .replaceAll(' ', '\u00a0')
