import type { ActivityEntry } from '@portico/kernel/capabilities'
import { type NetworkId, networkOf } from '@portico/kernel/chain'
import { activeNetwork } from '@portico/kernel/session'
import { toastsService } from '@portico/kernel/shell'
import { displayText, message, textSlice } from '@portico/kernel/text'
import {
  Button,
  Caption,
  LongList,
  Note,
  Pill,
  RowContent,
  retryMessage,
  Skeleton,
  type TabStop,
  useKernel,
  usePages,
  usePreload,
  useRead,
  useService,
  useSlice,
  useStyles,
  useTranslate,
} from '@portico/ui'
import { useCallback, useMemo, useState } from 'react'
import { activityMessage, activityNetworksView, historyService, transactionView } from '../refs.js'
import { isSpam, type Row, rowsOf } from '../rules.js'
import { activityPlaces, filterOf, pastOf, subjectOf } from '../select.js'
import styles from './activity.css?inline'
import { EntryIcon } from './entry-icon.js'
import { Moves } from './moves.js'
import { Sentence } from './sentence.js'
import { usePastValue } from './use-past-value.js'
import { allNetworksMessage, filterMessage, spamMessage, statusMessageOf } from './verbs.js'

/** Pixels. */
const rowHeight = 60
const loadedOnlyMessage = /* @__PURE__ */ message(
  'history.exportLoaded',
  'The file holds what was loaded so far. Scroll to the end to load older activity.',
)
const isMonth = (row: Row) => row.kind === 'month'

/** Lists the activity by month, with pending transactions on top. */
export default function ActivityTab() {
  useStyles(styles)
  const t = useTranslate()
  const key = useRead(read => subjectOf(read)?.key)
  const { again, more } = usePages({
    ...useService(historyService),
    plugin: 'feature/history',
    key,
  })
  const kernel = useKernel()
  const { phase, entries: shown, withSpam, missing, empty, loading, next } = useRead(pastOf)
  const { success, fail } = useService(toastsService)
  // By account and network: another account hides its spam again.
  const [spamOf, setSpamOf] = useState<string>()
  const showsSpam = spamOf !== undefined && spamOf === key
  const entries = showsSpam ? withSpam : shown
  const spam = withSpam.length - shown.length
  const network = useShownNetwork()
  const isAll = useRead(filterOf) === 'all'
  const rows = useMemo(() => rowsOf(entries), [entries])
  const download = () =>
    void import('../csv.js')
      .then(code => {
        code.downloadCsv(entries)
        if (next !== undefined) success(loadedOnlyMessage)
      })
      .catch(error => {
        fail(error)
        kernel.report(error, 'feature/history')
      })
  if (!entries.length && (phase === 'loading' || loading))
    return (
      <div className="p-activity">
        <div className="p-activity-tools">
          <Filter />
        </div>
        <div aria-busy="true">
          <Skeleton rows={3} />
          <span className="p-hidden">{t(message('history.loading', 'Loading activity'))}</span>
        </div>
      </div>
    )
  return (
    <div className="p-activity">
      <div className="p-activity-tools">
        <Filter />
        {spam > 0 && (
          <Pill onClick={() => setSpamOf(showsSpam ? undefined : key)}>
            {showsSpam
              ? t(message('history.hideSpam', 'Hide spam'))
              : t(message('history.showSpam', 'Show spam ({count})'), { count: `${spam}` })}
          </Pill>
        )}
        {entries.length > 0 && (
          <Pill onClick={download}>{t(message('history.export', 'Export as CSV'))}</Pill>
        )}
      </div>
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
            <Unavailable missing={missing} />
          </Note>
          <Button variant="soft" onClick={again}>
            {t(retryMessage)}
          </Button>
        </>
      )}
      {empty && !entries.length && (
        <div className="p-activity-lone">
          {isAll
            ? t(message('history.emptyAll', 'No activity yet'))
            : t(
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
        <Entries rows={rows} query={key ?? ''} onEnd={phase === 'unavailable' ? undefined : more} />
      )}
    </div>
  )
}

/** The name of the network that is shown, or of all. */
function useShownNetwork(): string {
  const t = useTranslate()
  const filter = useRead(filterOf)
  const name = useRead(read => {
    const id = filter === 'all' ? undefined : (filter ?? activeNetwork(read))
    return displayText(networkOf(read, id)?.name) ?? ''
  })
  return filter === 'all' ? t(allNetworksMessage) : name
}
/** Opens the choice of networks. Renders nothing for a single network. */
function Filter() {
  const t = useTranslate()
  const { views } = useKernel()
  const preload = usePreload()
  const isOffered = useRead(read => activityPlaces(read).length > 1)
  const name = useShownNetwork()
  if (!isOffered) return null
  return (
    <Pill
      label={`${t(filterMessage)}: ${name}`}
      onClick={() => views.push(activityNetworksView)}
      preload={() => preload(activityNetworksView)}
    >
      {name}
    </Pill>
  )
}
/** Says that the activity failed to load, and on which networks where others answered. */
function Unavailable({ missing }: { readonly missing: readonly NetworkId[] }) {
  const t = useTranslate()
  const kernel = useKernel()
  const language = useSlice(textSlice, state => state.language)
  const names = missing.map(id => displayText(networkOf(kernel, id)?.name) ?? id)
  return (
    <>
      {names.length
        ? t(
            message(
              'history.missing',
              'The activity on {networks} cannot be loaded right now. Nothing was lost.',
            ),
            { networks: new Intl.ListFormat(language).format(names) },
          )
        : t(
            message('history.failed', 'The activity cannot be loaded right now. Nothing was lost.'),
          )}
    </>
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
  const network = useRead(read =>
    filterOf(read) === 'all'
      ? displayText(networkOf(read, metadata.chain ?? undefined)?.name)
      : undefined,
  )
  const value = usePastValue(entry)
  const status = statusMessageOf(entry) ?? (isSpam(entry) ? spamMessage : undefined)
  return (
    <RowContent
      surface="plain"
      tabStop={tabStop}
      icon={<EntryIcon entry={entry} />}
      title={<Sentence entry={entry} />}
      // Never truncated here, so that a failed entry does not look like a successful one.
      detail={
        <span className="p-activity-facts">
          <span>
            {[status && t(status), day(language, metadata.minedAt), network, value]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {metadata.status !== 'failed' && (
            <span className="p-moves">
              <Moves entry={entry} isCut />
            </span>
          )}
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
