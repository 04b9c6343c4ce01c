/** The sentences of the choice between the chains of one wallet. */
export const selectWords = {
  'connection.title.select': 'Select chain',
  'connection.select': '{wallet} works on several chains and asks for each of them on its own. Which one first?',
  'connection.connected': 'Connected',
} as const
