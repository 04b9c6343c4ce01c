/** What the buttons say that stand in the host's page: apart, because they are there before the modal is. */
export const buttonsEn = {
  'ui.connect': 'Connect wallet',
  'ui.connecting': 'Connecting…',
  'ui.account': 'Account {address}',
  'ui.network': 'Network: {network}',
  'ui.networkUnknown': 'Unsupported network',
} as const
