// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/numbers.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <utility>

namespace KokkosScan {

namespace detail {
/// What `reserve` makes room for, by kind of memory.
struct WorkspaceNeed {
  std::size_t words = 0;  ///< 8-byte words of the protocol between tiles; zeroed when allocated
  std::size_t bytes = 0;  ///< bytes of a variant's intermediate values
  std::size_t kept = 0;   ///< bytes that scans leave alone: head flags, copies, tables of counts
};

/// Bytes of one part of a workspace, rounded up so that the next part is aligned for any type and
/// to a cache line.
KOKKOS_FUNCTION constexpr std::size_t part_bytes(std::size_t bytes) { return align_up(bytes, 64); }

/// Memory for \p needed entries, more than the \p held so far. If it can be had, for at least 1.5
/// times \p held: a need that grows in every time step shall not allocate in every step.
/// \param how  `Kokkos::WithoutInitializing`, or nothing for zeroed memory
template <class View, class Exec, class... How>
View allocate_grown(Exec const& exec, std::string const& label, std::size_t held,
                    std::size_t needed, How const&... how) {
  auto const allocate = [&](std::size_t size) {
    return View(Kokkos::view_alloc(exec, label, how...), size);
  };
  std::size_t const more = held + held / 2;
  if (more <= needed) return allocate(needed);
  try {
    return allocate(more);
  } catch (std::exception const&) {
    return allocate(needed);
  }
}
}  // namespace detail

/// \brief Reusable device memory for the calls on one execution space instance.
///
/// Grows by half at least, never shrinks. A call whose need is covered neither allocates nor
/// fences; growing allocates and may fence. One workspace serves calls of any type and size, one
/// after the other on its instance: two calls in flight at once need two workspaces. It must
/// outlive the kernels that use its memory. It can be moved, which leaves one without memory, but
/// not copied; options store its address, so they must be made anew after a move.
template <ExecutionSpace Exec>
class Workspace {
 public:
  explicit Workspace(Exec const& exec = Exec()) : m_exec(exec) {}
  // A copy would share its memory, so calls in flight at once could use the same.
  Workspace(Workspace const&) = delete;
  Workspace& operator=(Workspace const&) = delete;
  /// \brief Leaves \p other without memory. A View that was moved from would still refer to it.
  Workspace(Workspace&& other) : Workspace(other.m_exec) { *this = std::move(other); }
  Workspace& operator=(Workspace&& other) {
    m_exec = other.m_exec;
    m_words = std::exchange(other.m_words, {});
    m_bytes = std::exchange(other.m_bytes, {});
    m_kept = std::exchange(other.m_kept, {});
    return *this;
  }
  ~Workspace() = default;

  /// \brief The instance whose calls this workspace serves.
  Exec const& execution_space() const { return m_exec; }

  /// \brief Bytes of device memory held.
  std::size_t capacity() const {
    return m_words.extent(0) * sizeof(std::uint64_t) + m_bytes.extent(0) + m_kept.extent(0);
  }

  /// \brief Allocates ahead of the first call, so that \p bytes are there for each of the three
  /// kinds of memory that calls may need: up to three times \p bytes in all. May fence.
  /// \throw std::runtime_error  the memory cannot be had
  void reserve(std::size_t bytes) {
    reserve(detail::WorkspaceNeed{bytes / sizeof(std::uint64_t), bytes, bytes});
  }

  /// \brief The same with a number for each kind of memory.
  /// \throw std::runtime_error  the memory cannot be had
  void reserve(detail::WorkspaceNeed need) {
    grow(m_words, "KokkosScan::Workspace words", need.words);
    grow(m_bytes, "KokkosScan::Workspace bytes", need.bytes, Kokkos::WithoutInitializing);
    grow(m_kept, "KokkosScan::Workspace kept", need.kept, Kokkos::WithoutInitializing);
  }

  // The memory of the library's own kernels. `reserve` may reallocate it, without its contents.
  std::uint64_t* words() const { return m_words.data(); }
  std::size_t word_capacity() const { return m_words.extent(0); }
  std::byte* bytes() const { return m_bytes.data(); }
  std::byte* kept() const { return m_kept.data(); }

 private:
  template <class T>
  using Memory = Kokkos::View<T*, typename Exec::memory_space>;

  template <class T, class... How>
  void grow(Memory<T>& memory, std::string const& label, std::size_t needed, How const&... how) {
    std::size_t const held = memory.extent(0);
    if (needed <= held) return;
    memory = {};  // give back first: the old and the new need not exist at once
    memory = detail::allocate_grown<Memory<T>>(m_exec, label, held, needed, how...);
  }

  Exec m_exec;
  Memory<std::uint64_t> m_words;
  Memory<std::byte> m_bytes, m_kept;
};

}  // namespace KokkosScan
