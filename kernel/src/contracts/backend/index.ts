export * from './backend.js'
export * from './http-errors.js'
