// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cost/layer_cost.h"
#include "engine/mapping/design_import.h"
#include "engine/mapping/verify.h"
#include "engine/workload/network_import.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace nestloom::ui {

class TechnologyFiles;

/// What came of one request to read a network.
struct NetworkAnswer {
    quint64 id = 0;
    std::optional<workload::NetworkImport> import; // empty when there is a problem
    QString problem;                               // one sentence, without the file's name
};

/// What came of one request to read files of another tool.
struct DesignAnswer {
    quint64 id = 0;
    std::optional<mapping::DesignImport> import; // empty when there is a problem
    QString problem;                             // one sentence, with file, line and key
    QString kind;                                // "Timeloop"
    QString mappingText;                         // the loop nest; empty without a mapping
    std::vector<mapping::Violation> violations;  // of the mapping
    std::optional<cost::LayerCost> cost;         // of a verified mapping, in Timeloop compatibility mode
};

/// What is to be written for another tool.
struct DesignExport {
    enum class Format { Timeloop, Topology };
    Format format = Format::Timeloop;
    hardware::Accelerator accelerator;    // Timeloop
    std::optional<workload::Layer> layer; // Timeloop, with its mapping
    std::optional<mapping::LayerMapping> mapping;
    std::optional<workload::Network> network; // Topology
};

/// Reads networks, accelerators, layers and mappings from files of other tools, and writes such files, on a thread of
/// its own. app/gui/local_importer implements it; tests use a fake. Lives on the GUI thread; no call blocks. Ids are
/// never reused and never 0; every request is answered, in their order.
class Importer : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual quint64 readNetwork(const QString& path, const workload::ImportOptions& options) = 0;
    /// Keeps a network as YAML in the folder of imported networks.
    virtual quint64 keepNetwork(const workload::Network& network) = 0;
    virtual quint64 read(const QStringList& paths, const mapping::DesignImportOptions& options) = 0;
    /// Keeps what was read as files of our own, in the folder of imported networks.
    virtual quint64 keep(const mapping::DesignImport& import) = 0;
    virtual quint64 write(const DesignExport& design, const QString& folder) = 0;
    /// Parses a network of our own YAML, so that opening it afterwards takes no time.
    virtual quint64 prepare(const QString& path) = 0;

    /// The tables of energies and areas: ui/technology_files.h; null when this importer has none.
    virtual TechnologyFiles* technologyFiles() { return nullptr; }

Q_SIGNALS:
    void networkAnswered(const nestloom::ui::NetworkAnswer& answer);
    void networkKept(quint64 id, const QString& path, const QString& problem); // the file, or one sentence
    void answered(const nestloom::ui::DesignAnswer& answer);
    void kept(quint64 id, const QStringList& paths, const QString& problem); // the files, or one sentence
    void written(quint64 id, const QStringList& paths, const QStringList& remarks, const QString& problem);
    void prepared(quint64 id);
};

} // namespace nestloom::ui
