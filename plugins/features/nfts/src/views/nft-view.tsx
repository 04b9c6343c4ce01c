import type { Nft } from '@portico/kernel/capabilities'
import { explorerPage, networkOf } from '@portico/kernel/chain'
import { displayText, message, textSlice } from '@portico/kernel/text'
import { openLink, parseLink } from '@portico/kernel/wallet'
import {
  Address,
  addressMessage,
  Button,
  Caption,
  copyAddressMessage,
  explorerMessage,
  Fact,
  Facts,
  HideableAmount,
  Note,
  Stack,
  Title,
  useKernel,
  useRead,
  useSlice,
  useStyles,
  useTranslate,
} from '@portico/ui'
import { isSpam } from '../rules.js'
import { NftPicture } from './nft-picture.js'
import styles from './nfts.css?inline'
import { useFacts } from './use-outside.js'

const traitsMessage = /* @__PURE__ */ message('nfts.traits', 'Traits')

const standards: Readonly<Record<string, string>> = {
  erc721: 'ERC-721',
  erc1155: 'ERC-1155',
  metaplex: 'Metaplex',
  'token-2022': 'Token-2022',
}

/** Shows all facts of one NFT as plain text: picture, names, contract, and description. */
export default function NftView({ params }: { readonly params: { readonly nft: Nft } }) {
  useStyles(styles)
  const t = useTranslate()
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
      {isSpam(nft) && (
        <Note kind="warn">
          {t(
            message(
              'nfts.suspiciousDetail',
              'You probably did not ask for this. Do not open a link that it names. Its picture is not loaded.',
            ),
          )}
        </Note>
      )}
      {facts.description && (
        <p className="p-nft-text" dir="auto">
          {facts.description}
        </p>
      )}
      <Facts>
        {amount > 1n && (
          <Fact name={t(message('nfts.amount', 'You have'))}>
            <HideableAmount>
              {new Intl.NumberFormat(language, { numberingSystem: 'latn' }).format(amount)}
            </HideableAmount>
          </Fact>
        )}
        <Fact name={t(message('nfts.standard', 'Standard'))}>
          {(Object.hasOwn(standards, standard) && standards[standard]) || standard}
        </Fact>
        {address && (
          <Fact name={t(addressMessage)} copy={{ value: address, label: t(copyAddressMessage) }}>
            <Address value={address} />
          </Fact>
        )}
        <Fact
          name={t(message('nfts.tokenId', 'Token id'))}
          copy={{ value: tokenId, label: t(message('nfts.copyTokenId', 'Copy token id')) }}
        >
          <bdi dir="ltr">{tokenId}</bdi>
        </Fact>
      </Facts>
      {traits.length > 0 && (
        <section aria-label={t(traitsMessage)}>
          <Facts title={t(traitsMessage)}>
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
        <Button
          variant="soft"
          icon="external"
          onClick={() => openLink(link, { report: error => kernel.report(error, 'feature/nfts') })}
        >
          {t(explorerMessage, { explorer: displayText(network?.explorer?.name) ?? '' })}
        </Button>
      )}
    </Stack>
  )
}
