import { message } from '@portico/kernel/text'
import { environmentSlice, openLink } from '@portico/kernel/wallet'
import {
  Caption,
  Icon,
  List,
  Row,
  Stack,
  Title,
  useKernel,
  useSlice,
  useTitle,
  useTranslate,
  type ViewProps,
  WalletIcon,
} from '@portico/ui'
import { type Place, placesOf } from '../places.js'
import type { getWalletView } from '../refs.js'

/** The stores' own names, in every language. */
const storeNames: Readonly<Partial<Record<Place['kind'], string>>> = {
  ios: 'App Store',
  android: 'Google Play',
  chrome: 'Chrome Web Store',
  firefox: 'Firefox Add-ons',
  edge: 'Edge Add-ons',
  opera: 'Opera Add-ons',
}

/** Shows where to get a wallet that is not here. */
export default function GetWalletView({ params: { wallet } }: ViewProps<typeof getWalletView>) {
  const kernel = useKernel()
  const here = useSlice(environmentSlice)
  const t = useTranslate()
  useTitle(wallet.name)
  const places = placesOf(wallet, here, globalThis.location.href)
  const labels: Readonly<Partial<Record<Place['kind'], string>>> = {
    ...storeNames,
    browse: t(message('directory.browse', 'Open this page in {wallet}'), { wallet: wallet.name }),
    web: t(message('directory.web', 'Open {wallet} in a new tab'), { wallet: wallet.name }),
    site: t(message('directory.site', 'Website of {wallet}'), { wallet: wallet.name }),
  }
  const open = (link: string) =>
    void openLink(link, { report: error => kernel.report(error, 'connector/directory') })
  return (
    <Stack gap={16}>
      <Stack gap={12} align="center">
        <WalletIcon name={wallet.name} image={wallet} size={88} />
        <Title>{wallet.name}</Title>
        <Caption>
          {t(
            message(
              'directory.getDetail',
              '{wallet} is not installed in this browser. You can get it here.',
            ),
            { wallet: wallet.name },
          )}
        </Caption>
      </Stack>
      <List
        label={t(message('directory.places', 'Where to find {wallet}'), { wallet: wallet.name })}
      >
        {places.map(({ kind, link }) => (
          <Row
            key={kind}
            icon={
              <Icon name={kind === 'site' ? 'globe' : kind in storeNames ? 'down' : 'external'} />
            }
            title={labels[kind]}
            onClick={() => open(link)}
          />
        ))}
      </List>
      {here.kind === 'desktop' && places.some(({ kind }) => kind in storeNames) && (
        <Stack align="center">
          <Caption>
            {t(message('directory.reload', 'Once it is installed, reload this page.'))}
          </Caption>
        </Stack>
      )}
    </Stack>
  )
}
