/* SPDX-License-Identifier: ISC */
/* For sodium.h, in place of what libsodium's configure would write. */
#ifndef sodium_version_H
#define sodium_version_H

#define SODIUM_VERSION_STRING "1.0.22"
#define SODIUM_LIBRARY_VERSION_MAJOR 26
#define SODIUM_LIBRARY_VERSION_MINOR 4

#endif
