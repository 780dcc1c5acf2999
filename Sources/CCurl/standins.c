// libcurl's names for Foundation's networking, which a static build contains because the embedded
// server's library mentions it. Nothing of ours calls it, yet linking libcurl for it would load some
// thirty libraries at every start. These functions open libcurl when they are called, and are seen
// by nobody outside the executable. `make release` links an empty archive in libcurl's place.

#include <dlfcn.h>
#include <stdarg.h>
#include <stddef.h>

// Declared without libcurl's header, whose types differ from version to version; its handles are
// pointers and its codes are of the size of int.
enum { failedInit = 2, internalError = 4, outOfMemory = 7 };

#define HIDDEN __attribute__((visibility("hidden")))

/// A function of libcurl; NULL where libcurl is missing.
static void *find(const char *name) {
  static void *opened = NULL;
  void *library = __atomic_load_n(&opened, __ATOMIC_ACQUIRE);
  if (library == NULL) {
    // Opening it twice from two threads gives the same handle.
    library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return NULL;
    __atomic_store_n(&opened, library, __ATOMIC_RELEASE);
  }
  return dlsym(library, name);
}

#define FORWARD(result, name, parameters, arguments, missing) \
  HIDDEN result name parameters {                             \
    result(*function) parameters = find(#name);               \
    return function == NULL ? (missing) : function arguments; \
  }

#define FORWARD_NOTHING(name, parameters, arguments) \
  HIDDEN void name parameters {                      \
    void(*function) parameters = find(#name);        \
    if (function != NULL) function arguments;        \
  }

FORWARD(int, curl_global_init, (long flags), (flags), failedInit)
FORWARD(char *, curl_version, (void), (), "")
FORWARD(void *, curl_version_info, (int age), (age), NULL)
FORWARD_NOTHING(curl_free, (void *bytes), (bytes))

FORWARD(void *, curl_easy_init, (void), (), NULL)
FORWARD_NOTHING(curl_easy_cleanup, (void *easy), (easy))
FORWARD(int, curl_easy_pause, (void *easy, int state), (easy, state), failedInit)
FORWARD(const char *, curl_easy_strerror, (int code), (code), "")

FORWARD(void *, curl_multi_init, (void), (), NULL)
FORWARD(int, curl_multi_cleanup, (void *multi), (multi), internalError)
FORWARD(int, curl_multi_add_handle, (void *multi, void *easy), (multi, easy), internalError)
FORWARD(int, curl_multi_remove_handle, (void *multi, void *easy), (multi, easy), internalError)
FORWARD(int, curl_multi_assign, (void *multi, int socket, void *data), (multi, socket, data),
        internalError)
FORWARD(void *, curl_multi_info_read, (void *multi, int *left), (multi, left), NULL)
FORWARD(int, curl_multi_socket_action, (void *multi, int socket, int events, int *running),
        (multi, socket, events, running), internalError)

FORWARD(void *, curl_slist_append, (void *list, const char *text), (list, text), NULL)
FORWARD_NOTHING(curl_slist_free_all, (void *list), (list))

FORWARD(void *, curl_url, (void), (), NULL)
FORWARD(int, curl_url_get, (void *url, int part, char **text, unsigned int flags),
        (url, part, text, flags), outOfMemory)
FORWARD(int, curl_url_set, (void *url, int part, const char *text, unsigned int flags),
        (url, part, text, flags), outOfMemory)

// The functions with `...` take exactly one more argument, which is no larger than a pointer.

#define FORWARD_OPTION(name, missing)                         \
  HIDDEN int name(void *handle, int option, ...) {            \
    va_list rest;                                             \
    va_start(rest, option);                                   \
    void *value = va_arg(rest, void *);                       \
    va_end(rest);                                             \
    int (*function)(void *, int, ...) = find(#name);          \
    return function == NULL ? (missing) : function(handle, option, value); \
  }

FORWARD_OPTION(curl_easy_setopt, failedInit)
FORWARD_OPTION(curl_easy_getinfo, failedInit)
FORWARD_OPTION(curl_multi_setopt, internalError)
