/** The titles of this plugin's views: the words that are there before a view is. */
export const connectTitle = { id: 'connection.title.connect', en: 'Connect wallet' } as const
export const connectingTitle = { id: 'connection.title.connecting', en: 'Connecting' } as const
export const networksTitle = { id: 'connection.title.networks', en: 'Choose network' } as const
export const unsupportedTitle = { id: 'connection.title.unsupported', en: 'Unsupported network' } as const
export const termsTitle = { id: 'connection.title.terms', en: 'Before you connect' } as const
