import { chooseRoot } from './chooseRoot';
import { fileInfo } from './fileInfo';
import { findFiles } from './findFiles';
import { listDirectory } from './listDirectory';
import { listRoots } from './listRoots';
import { readFile } from './readFile';
import { searchText } from './searchText';
import type { Tool } from './tool';

/** Every tool of the server, in the order in which models should see them. */
export const allTools: readonly Tool[] = [
  listRoots,
  listDirectory,
  findFiles,
  searchText,
  readFile,
  fileInfo,
  chooseRoot,
];
