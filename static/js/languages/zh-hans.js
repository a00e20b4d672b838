// Made from the catalog of this language by `manage.py translations`.
import { useCatalog } from "../language.js";

useCatalog({
}, (n) => 0);
