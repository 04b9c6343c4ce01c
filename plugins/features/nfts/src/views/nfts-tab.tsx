import type { Nft } from '@portico/kernel/capabilities'
import { networkOf } from '@portico/kernel/chain'
import { activeNetwork } from '@portico/kernel/session'
import { displayText, message, textSlice } from '@portico/kernel/text'
import {
  Button,
  Caption,
  LongList,
  Note,
  retryMessage,
  Skeleton,
  suspiciousMessage,
  type TabStop,
  useHidesAmounts,
  useKernel,
  usePages,
  useRead,
  useService,
  useSlice,
  useStyles,
  useTranslate,
} from '@portico/ui'
import { useCallback, useMemo } from 'react'
import { outsideSlice } from '../persisted.js'
import { nftGalleryService, nftsMessage, nftView } from '../refs.js'
import { isSpam } from '../rules.js'
import { nftsOf, subjectOf } from '../select.js'
import { NftPicture } from './nft-picture.js'
import styles from './nfts.css?inline'
import { useFacts } from './use-outside.js'

const columns = 2
/** Pixels of a tile of the grid, with the gap below it. */
const rowHeight = 188

/** Shows the NFTs of the account in two columns. */
export default function NftsTab() {
  useStyles(styles)
  const t = useTranslate()
  const kernel = useKernel()
  const { showHidden, refresh, more: ask } = useService(nftGalleryService)
  const subject = useRead(subjectOf)
  const { again, more } = usePages({
    refresh,
    more: ask,
    plugin: 'feature/nfts',
    key: subject?.key,
  })
  const { phase, shown, hidden, loading, next, showsHidden, hasThirdPartyContent } = useRead(nftsOf)
  const network = useRead(read => displayText(networkOf(read, activeNetwork(read))?.name) ?? '')
  const list = useMemo(
    () => (showsHidden ? [...shown, ...hidden] : shown),
    [shown, hidden, showsHidden],
  )
  const toggle = () =>
    void showHidden(!showsHidden).catch(error => kernel.report(error, 'feature/nfts'))
  const isFailed = phase === 'unavailable'
  if (!list.length && !hidden.length && (phase === 'loading' || loading))
    return (
      <div aria-busy="true">
        <div className="p-nfts-waiting">
          <Skeleton height={rowHeight - 16} />
          <Skeleton height={rowHeight - 16} />
        </div>
        <span className="p-hidden">{t(message('nfts.loading', 'Loading NFTs'))}</span>
      </div>
    )
  return (
    <div className="p-nfts">
      {phase === 'none' && (
        <Lone
          text={t(message('nfts.none', 'NFTs on {network} cannot be listed here.'), { network })}
          detail={t(
            message(
              'nfts.noneDetail',
              'This network offers no list of NFTs. Yours are safe in your wallet.',
            ),
          )}
        />
      )}
      {phase === 'known' && !list.length && next === undefined && (
        <Lone
          text={t(message('nfts.empty', 'No NFTs on {network} yet'), { network })}
          detail={t(message('nfts.emptyDetail', 'NFTs that you collect appear here.'))}
        />
      )}
      {isFailed && (
        <>
          <Note kind="warn">
            {t(message('nfts.failed', 'The NFTs cannot be loaded right now. Nothing was lost.'))}
          </Note>
          <Button variant="soft" onClick={again}>
            {t(retryMessage)}
          </Button>
        </>
      )}
      {hasThirdPartyContent && <Consent />}
      {list.length > 0 && (
        <Grid list={list} query={subject?.key ?? ''} onEnd={isFailed ? undefined : more} />
      )}
      <span className="p-hidden" role="status">
        {loading && list.length > 0 && t(message('nfts.more', 'Loading more'))}
      </span>
      {hidden.length > 0 && (
        <Button variant="plain" onClick={toggle}>
          {showsHidden
            ? t(message('nfts.hideHidden', 'Hide suspicious NFTs'))
            : t(message('nfts.showHidden', 'Show hidden NFTs ({count})'), { count: hidden.length })}
        </Button>
      )}
    </div>
  )
}

const Lone = ({ text, detail }: { readonly text: string; readonly detail: string }) => (
  <div className="p-nfts-lone">
    {text}
    <Caption>{detail}</Caption>
  </div>
)

/** Asks for consent first, because the host of a picture learns who looks at it. */
function Consent() {
  const t = useTranslate()
  const kernel = useKernel()
  const { allowOutside } = useService(nftGalleryService)
  const { allowed } = useSlice(outsideSlice)
  const toggle = () =>
    void allowOutside(!allowed).catch(error => kernel.report(error, 'feature/nfts'))
  if (allowed)
    return (
      <Button variant="plain" onClick={toggle}>
        {t(message('nfts.stop', 'Stop loading pictures'))}
      </Button>
    )
  return (
    <>
      <Note>
        {t(
          message(
            'nfts.consent',
            'Pictures come from servers that anyone can run. They would see your IP address and what you look at.',
          ),
        )}
      </Note>
      <Button variant="soft" onClick={toggle}>
        {t(message('nfts.show', 'Show pictures'))}
      </Button>
    </>
  )
}

function Grid({
  list,
  query,
  onEnd,
}: {
  readonly list: readonly Nft[]
  readonly query: string
  readonly onEnd: (() => void) | undefined
}) {
  const t = useTranslate()
  const draw = useCallback((nft: Nft, tabStop: TabStop) => <Tile nft={nft} tabStop={tabStop} />, [])
  return (
    <LongList
      label={t(nftsMessage)}
      entries={list}
      query={query}
      draw={draw}
      columns={columns}
      rowHeight={rowHeight}
      {...(onEnd && { onEnd })}
    />
  )
}

function Tile({ nft, tabStop }: { readonly nft: Nft; readonly tabStop: TabStop }) {
  const t = useTranslate()
  const { views } = useKernel()
  const language = useSlice(textSlice, state => state.language)
  const hides = useHidesAmounts()
  const facts = useFacts(nft)
  const tag = isSpam(nft)
    ? t(suspiciousMessage)
    : nft.amount > 1n && !hides
      ? `×${new Intl.NumberFormat(language, { notation: 'compact', numberingSystem: 'latn' }).format(nft.amount)}`
      : undefined
  return (
    <button
      type="button"
      className="p-nft"
      {...tabStop}
      onClick={() => views.push(nftView, { nft })}
    >
      <NftPicture facts={isSpam(nft) ? {} : facts} />
      <span className="p-cut p-nft-name" dir="auto">
        {facts.name ?? `#${displayText(nft.tokenId, 12)}`}
      </span>
      <span className="p-cut p-nft-collection" dir="auto">
        {nft.collection ?? nft.standard}
      </span>
      {tag && <span className="p-cut p-nft-tag">{tag}</span>}
    </button>
  )
}
