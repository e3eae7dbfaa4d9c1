import { cachePerObject } from "@toolgate/core"
import { openStore, type StoreReference } from "@toolgate/stores"

/** Returns the layer of a gate's database: the same one for all that the gate keeps there, so that it is opened once. */
export const databaseOf = cachePerObject((store: StoreReference) => openStore(store.at))
