import { displayText, explorerPage, type Nft, networkOf, openLink, parseLink, textSlice } from '@portico/kernel/contracts'
import { Address, Button, Caption, Fact, Facts, Note, Stack, Sum, Title, useKernel, useRead, useSlice, useStyles, useText } from '@portico/ui'
import { isSpam } from '../rules.js'
import { en } from '../text/en.js'
import { NftPicture } from './nft-picture.js'
import { nftsStyles } from './nfts.styles.js'
import { useFacts } from './use-outside.js'

const standards: Readonly<Record<string, string>> = { erc721: 'ERC-721', erc1155: 'ERC-1155', metaplex: 'Metaplex', 'token-2022': 'Token-2022' }

/** All that is known of one: its picture, what it is called, where it stands, and what its maker says of it, as plain text. */
export default function NftView({ params }: { readonly params: { readonly nft: Nft } }) {
  useStyles(nftsStyles)
  const t = useText(en)
  const kernel = useKernel()
  const language = useSlice(textSlice, state => state.language)
  const { nft } = params
  const facts = useFacts(nft)
  const { address, amount, collection, standard, tokenId } = nft
  const network = useRead(read => networkOf(read, nft.network))
  const link = address ? parseLink(explorerPage(network, { address })) : undefined
  const traits = facts.traits ?? []
  return (
    <Stack gap={16}>
      <NftPicture facts={isSpam(nft) ? {} : facts} large />
      <div dir="auto">
        <Title>{facts.name ?? `#${tokenId}`}</Title>
        {collection && <Caption>{collection}</Caption>}
      </div>
      {isSpam(nft) && <Note kind="warn">{t('nfts.suspiciousDetail')}</Note>}
      {facts.description && (
        <p className="p-nft-text" dir="auto">
          {facts.description}
        </p>
      )}
      <Facts>
        {amount > 1n && (
          <Fact name={t('nfts.amount')}>
            <Sum>{new Intl.NumberFormat(language).format(amount)}</Sum>
          </Fact>
        )}
        <Fact name={t('nfts.standard')}>{(Object.hasOwn(standards, standard) && standards[standard]) || standard}</Fact>
        {address && (
          <Fact name={t('nfts.contract')} copy={{ value: address, label: t('nfts.copyContract') }}>
            <Address value={address} />
          </Fact>
        )}
        <Fact name={t('nfts.tokenId')} copy={{ value: tokenId, label: t('nfts.copyTokenId') }}>
          <bdi dir="ltr">{tokenId}</bdi>
        </Fact>
      </Facts>
      {traits.length > 0 && (
        <section aria-label={t('nfts.traits')}>
          <Facts title={t('nfts.traits')}>
            {traits.map(({ name, value }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
              <Fact key={at} name={name}>
                <span dir="auto">{value}</span>
              </Fact>
            ))}
          </Facts>
        </section>
      )}
      {link && (
        <Button variant="soft" icon="external" onClick={() => openLink(link, { report: error => kernel.report(error, 'feature/nfts') })}>
          {t('nfts.explorer', { explorer: displayText(network?.explorer?.name) ?? '' })}
        </Button>
      )}
    </Stack>
  )
}
