import { environment, openLink } from '@portico/kernel/contracts'
import { Caption, Icon, List, Row, Stack, Title, useKernel, useSlice, useText, useTitle, type ViewProps, WalletIcon } from '@portico/ui'
import { type Place, placesOf } from '../places.js'
import type { getWalletView } from '../refs.js'
import { getWords } from '../text/get-words.js'

/** What stores call themselves, in every language. */
const storeNames: Readonly<Partial<Record<Place['kind'], string>>> = {
  ios: 'App Store',
  android: 'Google Play',
  chrome: 'Chrome Web Store',
  firefox: 'Firefox Add-ons',
  edge: 'Edge Add-ons',
  opera: 'Opera Add-ons',
}

/** Where a wallet is that is not here. */
export default function GetWalletView({ params: { wallet } }: ViewProps<typeof getWalletView>) {
  const kernel = useKernel()
  const here = useSlice(environment)
  const t = useText(getWords)
  useTitle(wallet.name)
  const places = placesOf(wallet, here, globalThis.location.href)
  const labels: Readonly<Partial<Record<Place['kind'], string>>> = {
    ...storeNames,
    browse: t('directory.browse', { wallet: wallet.name }),
    web: t('directory.web', { wallet: wallet.name }),
    site: t('directory.site', { wallet: wallet.name }),
  }
  const open = (link: string) => void openLink(link, { report: error => kernel.report(error, 'connector/directory') })
  return (
    <Stack gap={16}>
      <Stack gap={12} align="center">
        <WalletIcon name={wallet.name} src={wallet.imageUrl} size={88} />
        <Title>{wallet.name}</Title>
        <Caption>{t('directory.getDetail', { wallet: wallet.name })}</Caption>
      </Stack>
      <List label={t('directory.places', { wallet: wallet.name })}>
        {places.map(({ kind, link }) => (
          <Row
            key={kind}
            icon={<Icon name={kind === 'site' ? 'globe' : kind in storeNames ? 'down' : 'external'} />}
            title={labels[kind]}
            onClick={() => open(link)}
          />
        ))}
      </List>
      {here.kind === 'desktop' && places.some(({ kind }) => kind in storeNames) && (
        <Stack align="center">
          <Caption>{t('directory.reload')}</Caption>
        </Stack>
      )}
    </Stack>
  )
}
