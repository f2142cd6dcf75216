// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

#include <QObject>
#include <QString>

#include <map>
#include <memory>

namespace nestloom::ui {

/// An accelerator whose text was edited and not saved.
struct UnsavedEdit {
    QString path; // of its file; "run:12" for the accelerator of a run
    QString name;
    QString saved; // text that was opened or saved last; can be read
    QString text;  // text as edited; may hold errors
    friend bool operator==(const UnsavedEdit&, const UnsavedEdit&) = default;
};

/// The accelerators and networks one can choose from: those of the session (presets) and files opened by the user.
class Library : public QObject {
    Q_OBJECT
public:
    enum class Kind { Accelerator, Network };
    struct Opened {
        Kind kind = Kind::Accelerator;
        std::size_t index = 0; // into accelerators() or networks()
    };

    explicit Library(const Session& session, QObject* parent = nullptr);

    const std::vector<AcceleratorEntry>& accelerators() const { return m_accelerators; }
    const std::vector<NetworkEntry>& networks() const { return m_networks; }
    std::optional<std::size_t> findAccelerator(const QString& name) const;
    std::optional<std::size_t> findNetwork(const QString& name) const;

    /// What an entry says, parsed when it is first asked for; null if it cannot be read.
    std::shared_ptr<const hardware::Accelerator> parsed(const AcceleratorEntry& entry) const;

    /// Whether a preset has the name of this accelerator and says something else.
    bool isUnlikePreset(const hardware::Accelerator& accelerator) const;

    /// Reads a YAML file, finds out what it is by its keys, and lists it (again: replaces what came from that path).
    /// Fails   Io, or the located error of the parser; the library is unchanged then.
    Result<Opened> open(const QString& path);
    QStringList openedFiles() const;
    /// "simba-variant", "simba-variant-2": the first name that no accelerator has. A copy of a variant is not called
    /// "simba-variant-variant".
    QString variantName(QString base) const;
    /// Lists an accelerator whose file may be gone, so that what is edited of it can be chosen.
    void list(const AcceleratorEntry& entry);
    /// Lists an accelerator that has no file yet; its path is a mark of its own (isUnsaved()).
    AcceleratorEntry addUnsaved(const QString& name, const QString& yaml);
    /// Lists a network with sizes of its own: beside others of the same base where it is `kept`, else in place of the
    /// last one that was not.
    NetworkEntry addSized(const QString& base, const QString& name, const QString& yaml, bool kept);
    /// Lists what a name with sizes says, "llama_3_8b, context 4096, tokens 1", if its base is listed and has these.
    void listSized(const QString& name);
    void removeSized(const NetworkEntry& entry);
    /// It has a file now, under which it is listed.
    void removeUnsaved(const QString& path);

Q_SIGNALS:
    void changed();

private:
    Result<Opened> addAccelerator(const QString& yaml, const QString& path);
    Result<Opened> addNetwork(const QString& yaml, const QString& path);

    struct Parsed {
        QString yaml;
        std::shared_ptr<const hardware::Accelerator> accelerator;
    };

    const Session& m_session;
    std::vector<AcceleratorEntry> m_accelerators;
    std::vector<NetworkEntry> m_networks;
    mutable std::map<QString, Parsed> m_parsed; // by path
};

/// As it is on the disk now. Fails   Io for what cannot be read, InvalidInput above 16 MiB
Result<QString> textOfFile(const QString& path);

/// Listed, but in no file.
bool isUnsaved(const QString& path);
inline bool isUnsaved(const AcceleratorEntry& entry) { return isUnsaved(entry.path); }
/// The name of the network that one with sizes of its own was made of; empty of any other.
QString baseOf(const NetworkEntry& entry);
bool isKept(const NetworkEntry& entry); // of one with sizes, see Library::addSized()

/// What a YAML text describes: a network has the top-level key `network`; everything else is tried as an accelerator.
Library::Kind detectKind(const QString& yaml);

/// The text of a file that cannot be read as what it begins as; nothing when it begins as neither, or is too large.
std::optional<std::pair<Library::Kind, QString>> brokenText(const QString& path);

} // namespace nestloom::ui
