export { myFeature } from './plugin.js'
export { type MyFeature, myFeatureService, myFeatureView } from './refs.js'
