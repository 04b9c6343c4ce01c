import {
  type ConnectionId,
  forgetView,
  type SettingsOptions,
  type SettingsRow,
  settingsRowsSlot,
} from '@portico/kernel/account'
import { networkOf } from '@portico/kernel/chain'
import { networksView, unsupportedNetworkMessage } from '@portico/kernel/connect-page'
import { activeNetwork, connectionService, liveConnections } from '@portico/kernel/session'
import {
  preferencesService,
  type ThemeMode,
  themeService,
  themeSlice,
  toastsService,
} from '@portico/kernel/shell'
import { displayText, type Message, message, textService, textSlice } from '@portico/kernel/text'
import {
  Button,
  Caption,
  ClickGuard,
  disconnectMessage,
  Icon,
  IconButton,
  List,
  NetworkIcon,
  networkMessage,
  Row,
  Segmented,
  SlotOutlet,
  Stack,
  useHidesAmounts,
  useKernel,
  usePreload,
  useRead,
  useReportErrors,
  useService,
  useSlice,
  useSlot,
  useStyles,
  useTask,
  useTranslate,
  WalletIcon,
} from '@portico/ui'
import { useState } from 'react'
import { languageName } from '../language-name.js'
import { forgetMessage, settingsMessage } from '../refs.js'
import styles from './account.css?inline'
import { Diagnostics } from './diagnostics.js'
import { accountName, walletName } from './wallet-names.js'

const languageMessage = /* @__PURE__ */ message('account.language', 'Language')
const connectedMessage = /* @__PURE__ */ message('account.connected', 'Connected wallets')

/** As many languages stand beside each other. */
const few = 3
const modes: readonly ThemeMode[] = ['dark', 'light', 'auto']
const modeMessages: Readonly<Record<ThemeMode, Message>> = {
  dark: message('account.mode.dark', 'Dark'),
  light: message('account.mode.light', 'Light'),
  auto: message('account.mode.auto', 'System'),
}

/**
 * Creates the view of the look, the language, the network, what is stored, and the disconnect of
 * each wallet. `settings`: the parts that the host leaves out.
 */
export const open = (settings: SettingsOptions = {}) => ({
  default: function SettingsView() {
    useStyles(styles)
    const has = (part: string) => settings[part] !== false
    // Else a person who has hidden the amounts could not show them again.
    const [wereHidden] = useState(useHidesAmounts())
    return (
      <Stack gap={16}>
        {has('theme') && <Look />}
        {has('language') && <Languages />}
        {(has('amounts') || wereHidden) && <Amounts />}
        <Places has={has} />
        {has('diagnostics') && <Diagnostics />}
        <Wallets />
        {has('forget') && <Forget />}
      </Stack>
    )
  },
})

function Look() {
  const t = useTranslate()
  const mode = useSlice(themeSlice, state => state.mode)
  const { setMode } = useService(themeService)
  return (
    <Segmented
      label={t(message('account.mode', 'Appearance'))}
      options={modes.map(id => ({ id, label: t(modeMessages[id]) }))}
      value={mode}
      onChange={setMode}
    />
  )
}

/** Whether what the account has can be read by who stands beside. */
function Amounts() {
  const t = useTranslate()
  const { choose } = useService(preferencesService)
  const value = useHidesAmounts() ? 'hidden' : 'shown'
  const options = [
    { id: 'shown', label: t(message('account.amounts.shown', 'Amounts shown')) },
    { id: 'hidden', label: t(message('account.amounts.hidden', 'Amounts hidden')) },
  ] as const
  return (
    <Segmented
      label={t(message('account.amounts', 'Amounts'))}
      options={options}
      value={value}
      onChange={id => choose({ hidesAmounts: id === 'hidden' || undefined })}
    />
  )
}

/**
 * The available languages, English first, then by their own names. A list where they do not fit
 * beside each other.
 */
function Languages() {
  const t = useTranslate()
  const { languages: tags, setLanguage } = useService(textService)
  const { fail } = useService(toastsService)
  const shown = useSlice(textSlice, state => state.language)
  const [isOpen, open] = useState(false)
  const [, choose] = useTask((_signal, language: string) =>
    setLanguage(language).then(() => open(false), fail),
  )
  const languages = [
    'en',
    ...tags
      .filter(tag => tag !== 'en')
      .sort((a, b) => languageName(a).localeCompare(languageName(b))),
  ]
  const current =
    languages.find(tag => tag === shown) ??
    languages.find(tag => shown.startsWith(`${tag}-`)) ??
    'en'
  if (languages.length < 2) return null
  if (languages.length <= few)
    return (
      <Segmented
        label={t(languageMessage)}
        options={languages.map(id => ({ id, label: languageName(id) }))}
        value={current}
        onChange={choose}
      />
    )
  return (
    <List label={t(languageMessage)}>
      {!isOpen && (
        <Row
          icon={<Icon name="language" />}
          title={t(languageMessage)}
          tag={languageName(current)}
          onClick={() => open(true)}
        />
      )}
      {isOpen &&
        languages.map(tag => (
          <Row
            key={tag}
            title={<bdi lang={tag}>{languageName(tag)}</bdi>}
            surface="plain"
            current={tag === current}
            onClick={() => choose(tag)}
          />
        ))}
    </List>
  )
}

function Place({ row: { icon, label, view, press, tag } }: { readonly row: SettingsRow }) {
  const t = useTranslate()
  const { views } = useKernel()
  const preload = usePreload()
  const reportErrors = useReportErrors('base/account')
  const chosen = useRead(read => tag?.(read))
  const click = () => (view ? views.push(view) : press && reportErrors(press()))
  return (
    <Row
      icon={<Icon name={icon} />}
      title={t(label)}
      tag={chosen}
      onClick={click}
      preload={view && (() => preload(view))}
    />
  )
}

/** Rows that lead somewhere. */
function Places({ has }: { readonly has: (part: string) => boolean }) {
  const t = useTranslate()
  const { views } = useKernel()
  const preload = usePreload()
  const { network, isKnown } = useRead(read => {
    const id = activeNetwork(read)
    return { network: networkOf(read, id), isKnown: id !== undefined }
  })
  const name = displayText(network?.name) ?? t(unsupportedNetworkMessage)
  const isShown = (row: SettingsRow) =>
    has(row.id) && (row.view ? views.has(row.view) : row.press !== undefined)
  const showsNetwork = isKnown && has('network')
  if (!useSlot(settingsRowsSlot).some(isShown) && !showsNetwork) return null
  return (
    <List label={t(settingsMessage)}>
      {showsNetwork && (
        <Row
          icon={<NetworkIcon name={name} network={network} />}
          title={t(networkMessage)}
          tag={name}
          onClick={views.has(networksView) ? () => views.push(networksView) : undefined}
          preload={() => preload(networksView)}
        />
      )}
      <SlotOutlet of={settingsRowsSlot} only={isShown}>
        {row => <Place row={row} />}
      </SlotOutlet>
    </List>
  )
}

/** Leads to the question: what is lost has to be read first. */
function Forget() {
  const t = useTranslate()
  const { views } = useKernel()
  const preload = usePreload()
  return (
    <List>
      <Row
        icon={<Icon name="trash" />}
        title={t(forgetMessage)}
        onClick={() => views.push(forgetView)}
        preload={() => preload(forgetView)}
      />
    </List>
  )
}

function Wallets() {
  const t = useTranslate()
  const kernel = useKernel()
  const connections = useRead(liveConnections)
  const { disconnect } = useService(connectionService)
  const { fail } = useService(toastsService)
  // Each by itself: a wallet that disconnects slowly keeps no other waiting.
  const leave = (id: ConnectionId) => void disconnect(id).catch(fail)
  const [{ busy }, leaveAll] = useTask(() => disconnect().catch(fail))
  const names = connections.map(state => walletName(kernel, state).name)
  if (!connections.length) return null
  return (
    <Stack>
      <Caption>{t(connectedMessage)}</Caption>
      <List label={t(connectedMessage)}>
        {connections.map(state => {
          const { name, chain } = walletName(kernel, state)
          const [account] = state.accounts
          // One wallet has a row for each of its chains.
          const isSeveral = names.filter(one => one === name).length > 1
          const label =
            chain && isSeveral
              ? t(message('account.disconnectOneOn', 'Disconnect {wallet} on {chain}'), {
                  wallet: name,
                  chain,
                })
              : t(message('account.disconnectOne', 'Disconnect {wallet}'), { wallet: name })
          return (
            <Row
              key={state.id}
              icon={<WalletIcon name={name} image={state.wallet} />}
              title={<bdi>{name}</bdi>}
              detail={
                <>
                  {chain && `${chain} · `}
                  <bdi dir="ltr">{account && accountName(kernel, account).short}</bdi>
                </>
              }
              tag={
                <ClickGuard>
                  {isReady => (
                    <IconButton
                      icon="power"
                      label={label}
                      aria-disabled={!isReady}
                      onClick={() => leave(state.id)}
                    />
                  )}
                </ClickGuard>
              }
            />
          )
        })}
      </List>
      <ClickGuard>
        {isReady => (
          <Button
            variant="danger"
            icon="power"
            busy={busy}
            aria-disabled={!isReady}
            onClick={leaveAll}
          >
            {t(
              connections.length > 1
                ? message('account.disconnectAll', 'Disconnect all')
                : disconnectMessage,
            )}
          </Button>
        )}
      </ClickGuard>
    </Stack>
  )
}
