export * from './account.js'
export * from './account-page.js'
export * from './account-slots.js'
export * from './holdings.js'
