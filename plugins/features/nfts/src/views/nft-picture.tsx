import type { NftFacts } from '@portico/kernel/capabilities'
import { message } from '@portico/kernel/text'
import { Caption, Icon, useTranslate } from '@portico/ui'
import { usePicture } from './use-outside.js'

/**
 * Shows the picture, or a placeholder until it is there or when it may not be shown.
 * The large form also says why it is missing. Decorative: the name is beside it.
 */
export function NftPicture({
  facts,
  large = false,
}: {
  readonly facts: NftFacts
  readonly large?: boolean
}) {
  const t = useTranslate()
  const picture = usePicture(facts.image)
  return (
    <>
      <span className={large ? 'p-nft-picture p-nft-large' : 'p-nft-picture'} aria-hidden="true">
        {picture && picture !== 'missing' ? (
          <img src={picture} alt="" draggable={false} decoding="async" />
        ) : (
          <Icon
            name="M5 5h14v14H5zM5 16l4.500-4.500 3.500 3.500 2.500-2.500L19 16M9 9v.01"
            size={28}
          />
        )}
      </span>
      {large && picture === 'missing' && (
        <Caption>
          {t(
            message(
              'nfts.noPicture',
              'The picture is not shown: it is too large, of an unsafe type, or not available right now.',
            ),
          )}
        </Caption>
      )}
    </>
  )
}
