/** What is said when something goes wrong between the page and a remote wallet. */
export const errorWords = {
  'walletconnect.error.UNCONFIGURED': 'WalletConnect is included without a project id or a relay, so it is not listed.',
  'walletconnect.error.LOAD_FAILED': 'The code for connecting a phone did not arrive. Nothing was changed. Check your connection and try again.',
  'walletconnect.error.LIBRARY_UNFIT': 'This app brings a WalletConnect library that cannot be used here.',
  'walletconnect.error.RELAY_UNREACHABLE':
    'The relay that carries messages to your wallet cannot be reached. Nothing was lost. Check your connection and try again.',
  'walletconnect.error.RELAY_REFUSED': 'The relay does not accept this page. Other ways to connect still work.',
  'walletconnect.error.PAIRING_EXPIRED': 'This link has run out. Ask for a new one.',
  'walletconnect.error.SESSION_MALFORMED': 'The wallet gave an answer that makes no sense. Nothing was changed.',
  'walletconnect.error.SESSION_ACCOUNT': 'The wallet approved something that is no account. Nothing was changed.',
  'walletconnect.error.SESSION_NAMESPACE': 'The wallet approved chains that this app did not ask for: {names}. They are not used.',
  'walletconnect.error.SESSION_NETWORK': 'The wallet approved networks that this app did not ask for: {names}. They are not used.',
  'walletconnect.error.SESSION_EMPTY': 'The wallet approved none of the networks of this app. Choose one in the wallet and try again.',
  'walletconnect.error.WALLET_REFUSED': 'The wallet did not accept this connection. Nothing was changed.',
  'walletconnect.error.CHAIN_NOT_APPROVED': 'The wallet approved no account of {chain}. Choose one in the wallet and try again.',
  'walletconnect.error.NOTHING_TO_ASK': 'This app has no chain that a wallet on another device could be used with.',
  'walletconnect.error.SESSION_OVER': 'The connection to this wallet has ended. Connect it again.',
  'walletconnect.error.OTHER_TAB': 'Another tab of this app is waiting for your wallet. Finish or cancel there first.',
  'walletconnect.error.EVENT_MALFORMED': 'The wallet told something that makes no sense. Nothing was changed.',
} as const
