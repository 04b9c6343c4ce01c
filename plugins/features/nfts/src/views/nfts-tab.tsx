import { activeNetwork, displayText, type Nft, networkOf, textSlice } from '@portico/kernel/contracts'
import {
  Button,
  Caption,
  LongList,
  Note,
  Skeleton,
  type Stop,
  useHidesAmounts,
  useKernel,
  usePages,
  useRead,
  useService,
  useSlice,
  useStyles,
  useText,
} from '@portico/ui'
import { useCallback, useMemo } from 'react'
import { nftGallery, nftView, outsideSlice } from '../refs.js'
import { isSpam } from '../rules.js'
import { nftsOf, subjectOf } from '../select.js'
import { en } from '../text/en.js'
import { NftPicture } from './nft-picture.js'
import { nftsStyles, rowHeight } from './nfts.styles.js'
import { useFacts } from './use-outside.js'

const columns = 2
/** Two rows; of the second less than all where more come below. */
const heightOf = (rows: number) => (rows > 2 ? rowHeight * 2 - 28 : rows * rowHeight)

/** What the account has that is one of its kind, two beside each other. */
export default function NftsTab() {
  useStyles(nftsStyles)
  const t = useText(en)
  const kernel = useKernel()
  const { showHidden, refresh, more: ask } = useService(nftGallery)
  const subject = useRead(subjectOf)
  const { again, more } = usePages({ refresh, more: ask, plugin: 'feature/nfts', key: subject?.key })
  const { phase, shown, hidden, loading, next, showsHidden, isElsewhere } = useRead(nftsOf)
  const network = useRead(read => displayText(networkOf(read, activeNetwork(read))?.name) ?? '')
  const list = useMemo(() => (showsHidden ? [...shown, ...hidden] : shown), [shown, hidden, showsHidden])
  const toggle = () => void showHidden(!showsHidden).catch(error => kernel.report(error, 'feature/nfts'))
  const isFailed = phase === 'unavailable'
  if (!list.length && !hidden.length && (phase === 'asking' || loading))
    return (
      <div aria-busy="true">
        <div className="p-nfts-waiting">
          <Skeleton height={rowHeight - 16} />
          <Skeleton height={rowHeight - 16} />
        </div>
        <span className="p-hidden">{t('nfts.loading')}</span>
      </div>
    )
  return (
    <div className="p-nfts">
      {phase === 'none' && <Lone text={t('nfts.none', { network })} detail={t('nfts.noneDetail')} />}
      {phase === 'known' && !list.length && next === undefined && <Lone text={t('nfts.empty', { network })} detail={t('nfts.emptyDetail')} />}
      {isFailed && (
        <>
          <Note kind="warn">{t('nfts.failed')}</Note>
          <Button variant="soft" onClick={again}>
            {t('nfts.retry')}
          </Button>
        </>
      )}
      {isElsewhere && <Consent />}
      {list.length > 0 && <Grid list={list} question={subject?.key ?? ''} onEnd={isFailed ? undefined : more} />}
      <span className="p-hidden" role="status">
        {loading && list.length > 0 && t('nfts.more')}
      </span>
      {hidden.length > 0 && (
        <Button variant="plain" onClick={toggle}>
          {showsHidden ? t('nfts.hideHidden') : t('nfts.showHidden', { count: hidden.length })}
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

/** Whoever names a picture could learn who looks at it, so that nobody is asked before the person says so. */
function Consent() {
  const t = useText(en)
  const kernel = useKernel()
  const { allowOutside } = useService(nftGallery)
  const { allowed } = useSlice(outsideSlice)
  const toggle = () => void allowOutside(!allowed).catch(error => kernel.report(error, 'feature/nfts'))
  if (allowed)
    return (
      <Button variant="plain" onClick={toggle}>
        {t('nfts.stop')}
      </Button>
    )
  return (
    <>
      <Note>{t('nfts.consent')}</Note>
      <Button variant="soft" onClick={toggle}>
        {t('nfts.show')}
      </Button>
    </>
  )
}

function Grid({ list, question, onEnd }: { readonly list: readonly Nft[]; readonly question: string; readonly onEnd: (() => void) | undefined }) {
  const t = useText(en)
  const draw = useCallback((nft: Nft, stop: Stop) => <Tile nft={nft} stop={stop} />, [])
  const height = heightOf(Math.ceil(list.length / columns))
  return (
    <LongList
      label={t('nfts.nfts')}
      entries={list}
      question={question}
      draw={draw}
      columns={columns}
      rowHeight={rowHeight}
      height={height}
      beside={120}
      {...(onEnd && { onEnd })}
    />
  )
}

function Tile({ nft, stop }: { readonly nft: Nft; readonly stop: Stop }) {
  const t = useText(en)
  const { views } = useKernel()
  const language = useSlice(textSlice, state => state.language)
  const hides = useHidesAmounts()
  const facts = useFacts(nft)
  const tag = isSpam(nft)
    ? t('nfts.suspicious')
    : nft.amount > 1n && !hides
      ? `×${new Intl.NumberFormat(language, { notation: 'compact' }).format(nft.amount)}`
      : undefined
  return (
    <button type="button" className="p-nft" {...stop} onClick={() => views.push(nftView, { nft })}>
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
